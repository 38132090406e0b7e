"""Numbers in the notebooks' prose that no cell computes: {notebook: {number as printed: its source}}."""

FACTS: dict[str, dict[str, str]] = {
    "04_average_precision": {
        "0.835": "S0.3: printed in a report on a search system, where (1 + 2/3) / 2 = 0.8333 would be right",
        "0.67": "2/3, as that report rounded it",
    },
}
