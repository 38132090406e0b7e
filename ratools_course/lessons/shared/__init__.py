"""What several lessons show."""
