"""`python -m tavern_table` is `tavern`."""

from tavern_table import main

if __name__ == "__main__":
    main()
