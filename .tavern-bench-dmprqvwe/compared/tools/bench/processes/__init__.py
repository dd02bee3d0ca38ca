"""The child processes of `tavern bench`: servers to measure, and the clients that measure them."""
