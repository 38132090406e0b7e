"""What is measured: small retrieval systems, from scratch. numpy only.

tokeniser    a text → its words
stemmer      a word → its stem; english_words: what a search engine for English indexes
retriever    what all systems share: `search(query, k)` → pairs best first, `run(queries)` → what `evaluate` takes
tfidf, bm25  words in common, counted
dense        words and meanings as vectors: latent semantic analysis, or sentence vectors that are shipped
hybrid       two systems made one: by rank, or by score
reranker     a second look at the first results
two_stages   the first results of one system in the order of another
chunkers     a text → spans (start, end)
chunk_tables    chunkings side by side: recall, precision, IoU and both omegas, at k chunks or at an equal budget
answerer     a sentence, or the part of it that was asked for, from the documents found; or a word that it is not there
answer_stages   which stage failed, for any system's answers: retrieval, chunk, sentence or cut
answer_tables   systems that answer, side by side, each mean with its interval
pipeline     documents found → chunks → answer, each stage to be replaced by itself; capstone_versions: two of them
other_judgements    the help centre as others would judge it: a smaller pool, a rule, vectors
datasets/    the course's data, and the standard library's docstrings
scripts/     commands that make what `data/` ships: `python -m ratools_course.systems.scripts.make_runs`

Behind them: lsa and svd (latent semantic analysis), breaks (where a text may be cut), chunkings and chunk_measures (the
ways to cut that are compared, what comes back of them, and what it is worth for each question), answer_forms,
answer_cutter and answer_versions (what an answer looks like, how it is cut out, and the versions that are compared).
"""
