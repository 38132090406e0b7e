"""Ideas about a formula for one ranking."""
