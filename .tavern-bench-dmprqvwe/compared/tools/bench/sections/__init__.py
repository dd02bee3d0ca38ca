"""What `tavern bench` measures, a module for each section of its report."""
