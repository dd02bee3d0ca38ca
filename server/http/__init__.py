"""HTTP: who calls, what they send, what they are answered, and the description of it all."""
