"""The course's data, read from `data/` and checked; and the standard library's docstrings as a collection.

readers         helpdesk, helpdesk_minilm, three_queries, async_page, answers, products, shop,
                peers_answers
chunk_readers   chunk_documents, chunk_questions, chunk_minilm
capstone_reader capstone, capstone_minilm
judged_folder   a folder with queries and judgements → a collection
records         tables row by row; what is wrong is named by file and line
stdlib          stdlib_docs, stdlib_judgements: the docstrings of the standard library
"""

from ratools.lazy import on_demand

__getattr__, __dir__, __all__ = on_demand(
    __name__,
    {
        "readers": "answers async_page helpdesk helpdesk_documents helpdesk_minilm peers_answers "
        "products shop three_queries",
        "chunk_readers": "chunk_documents chunk_minilm chunk_questions",
        "capstone_reader": "capstone capstone_minilm",
        "judged_folder": "Collection Document Query",
        "stdlib": "stdlib_docs stdlib_judgements",
    },
)
