"""ratools: retrieval assessment tools.

Every measure is a function of this package: `ratools.ndcg_at_k(retrieved, grades, k)`; `ratools.ndcg_at_k??` in a
notebook shows its formula. Importing ratools loads the standard library only.
"""

from ratools.metrics.agreement import (
    cohen_kappa,
    fleiss_kappa,
    kendall_tau,
    krippendorff_alpha,
    rbo,
    tau_ap,
)
from ratools.metrics.answers import (
    abstention_accuracy,
    abstention_report,
    exact_match,
    f1_score,
)
from ratools.metrics.binary import (
    average_precision,
    average_precision_terms,
    eleven_point_average,
    f_score_at_k,
    geometric_map,
    interpolated_precision,
    mean_average_precision,
    mean_reciprocal_rank,
    precision_at_k,
    r_precision,
    recall_at_k,
    reciprocal_rank,
    success_at_k,
)
from ratools.metrics.diversity import (
    alpha_dcg_terms,
    alpha_ideal,
    alpha_ndcg_at_k,
    category_entropy,
    err_ia,
    subtopic_recall_at_k,
)
from ratools.metrics.graded import (
    cumulative_gain,
    dcg_at_k,
    dcg_terms,
    err_at_k,
    err_terms,
    ideal_dcg_at_k,
    ndcg_at_k,
    rbp,
    rbp_residual,
    rbp_terms,
)
from ratools.metrics.incomplete import (
    bpref,
    bpref_terms,
    condensed,
    inf_ap,
    inf_ap_terms,
    judged_at_k,
)
from ratools.metrics.overlap import (
    precision_omega,
    precision_omega_chroma,
    span_f1,
    span_iou,
    span_precision,
    span_precision_omega,
    span_recall,
    token_f1,
    token_iou,
    token_precision,
    token_recall,
)
from ratools.metrics.scores import (
    matches_by_category,
    retrieval_report,
    score_classes,
    score_distribution,
)

__version__ = "0.1.0"

__all__ = [name for name, value in globals().items() if callable(value)]

# What needs numpy and pandas, which `import ratools` must not load, arrives when it is first asked for.
_LATER = {
    "evaluate": "ratools.evaluation.evaluator",
    "evaluate_predictions": "ratools.evaluation.evaluator",
    "summarise": "ratools.evaluation.evaluator",
    "compare": "ratools.evaluation.comparison",
    "data_dir": "ratools.paths",
}


def __getattr__(name):
    if name in _LATER:
        from importlib import import_module

        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"ratools has no {name!r}")


def __dir__():
    return sorted([*globals(), *_LATER])
