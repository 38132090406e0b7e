"""ratools: retrieval assessment tools."""

