"""`ratools judge`: the judging desk as a page of this machine."""


def add_options(parser):
    """What to judge, who judges, and where the grades go."""
    parser.add_argument("runs", nargs="*", metavar="RUN", help="runs: TREC or JSON, .gz too")
    parser.add_argument("--queries", metavar="FILE", help="their texts: CSV with query_id and query, or JSON")
    parser.add_argument("--documents", metavar="FILE", help="JSON Lines or CSV with doc_id, text, title")
    parser.add_argument("--pairs", metavar="FILE", help="judge these pairs (CSV: query, document) instead of runs")
    parser.add_argument("--depth", type=int, default=10, metavar="N", help="the first N results of each run (10)")
    parser.add_argument("--judge", default="judge-1", metavar="NAME", help="who judges")
    parser.add_argument("--out", default="judgements.csv", metavar="FILE", help="where each grade goes at once")
    parser.add_argument("--scale", metavar="WORDS", help='such as "0=no, 1=yes"; as given: 0 to 3')
    parser.add_argument(
        "--repeats", type=float, default=0.05, metavar="S", help="the share of pairs that come twice (0.05)"
    )
    parser.add_argument("--highlight", action="store_true", help="mark the query's words (it biases)")
    parser.add_argument("--adjudicate", action="store_true", help="decide the pairs on which judges differ")
    parser.add_argument("--qrels", metavar="FILE", help="write what was judged as TREC qrels, and open no page")
    parser.add_argument("--port", type=int, default=0, metavar="N", help="on this machine only (any free one)")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")


def run(arguments):
    """Serve the page until Ctrl-C, or write the judgements as qrels."""
    from ratools.assessing.desk_page import DeskServer, read_documents, read_pairs, read_queries
    from ratools.assessing.desk_work import DeskWork
    from ratools.assessing.pools import Pool

    if arguments.qrels:
        return _export_qrels(arguments.out, arguments.qrels)
    runs = Pool(read_pairs(arguments.pairs)) if arguments.pairs else arguments.runs or None
    if not arguments.queries or not arguments.documents:
        raise ValueError("a judge reads texts: name --queries FILE and --documents FILE")
    if runs is None and not arguments.adjudicate:
        raise ValueError("name at least one run, or --pairs FILE, or --adjudicate")
    work = DeskWork(
        read_queries(arguments.queries),
        read_documents(arguments.documents),
        runs,
        arguments.depth,
        arguments.judge,
        arguments.out,
        scale=_scale(arguments.scale),
        repeats=arguments.repeats,
        adjudicate=arguments.adjudicate,
    )
    try:
        server = DeskServer(work, arguments.port, arguments.highlight)
    except (OSError, OverflowError) as error:
        raise ValueError(f"--port {arguments.port}: cannot be used: {error}") from None
    print(f"{work.plan()}\nOpen {server.address}\nCtrl-C ends; every grade is in {arguments.out} at once.", flush=True)
    if not arguments.no_browser:
        import webbrowser

        webbrowser.open(server.address)
    try:
        server.serve_forever()
    finally:
        server.server_close()


def _export_qrels(path, qrels):
    from ratools.assessing.collecting import save_qrels
    from ratools.assessing.judgement_file import judgements
    from ratools.words import count

    judged = judgements(path)
    save_qrels(judged, qrels)
    print(f"{count(sum(map(len, judged.values())), 'grade')} of {count(len(judged), 'query')} in {qrels}")


def _scale(words):
    """`--scale`: "0=no, 1=yes" → {0: "no", 1: "yes"}."""
    if words is None:
        return None
    parts = [part.partition("=") for part in words.split(",")]
    if not all(grade.strip().isdecimal() for grade, _, _ in parts):
        raise ValueError(f'--scale: write grades with their words, such as "0=no, 1=yes", got {words!r}')
    return {int(grade): word.strip() for grade, _, word in parts}
