"""Numbers in the notebooks' prose that no cell computes: {notebook: {number as printed: its source}}."""

FACTS: dict[str, dict[str, str]] = {}
