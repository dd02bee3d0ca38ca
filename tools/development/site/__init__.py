"""The site of the docs: `make docs` builds it into build/site, in an environment of its own."""
