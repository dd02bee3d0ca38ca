"""The command line ``tavern``, simulation, benchmarks and the Foundry module."""
