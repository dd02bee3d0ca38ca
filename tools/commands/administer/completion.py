"""`tavern completion`: the script with which a shell completes commands and options."""

import click
from click.shell_completion import get_completion_class

_VARIABLE = "_TAVERN_COMPLETE"


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print a script that lets a shell complete commands and options.

    \b
    Examples:
      eval "$(tavern completion bash)"
      tavern completion fish > ~/.config/fish/completions/tavern.fish
    """
    kind = get_completion_class(shell)
    if kind is not None:
        click.echo(kind(context.find_root().command, {}, "tavern", _VARIABLE).source())
