def test_walk(open_notebook):
    n = open_notebook("06_choose_a_measure.ipynb")
    n.run_all()
    p = n.page
    n.set_theme(False)
    # learner: wrong rbp
    n.run_js("""async (app) => { const cells=panel.content.widgets; for (const c of cells){ const s=c.model.sharedModel; if (s.getSource().startsWith('def rbp(')) s.setSource('def rbp(retrieved, relevant, p=0.8):\\n    total = 0\\n    for rank, doc in enumerate(retrieved, start=1):\\n        if doc in relevant:\\n            total += p ** (rank - 1)\\n        return (1 - p) * total\\n'); if (s.getSource().startsWith('# 1 ')) s.setSource('order = [2, 7, 6, 4, 5, 3]'); if (s.getSource().startsWith('def precision_too')) s.setSource('def precision_too_kind(retrieved, relevant, k):\\n    hits = sum(doc in relevant for doc in retrieved[:k])\\n    places = min(k, len(retrieved))\\n    return hits / places if places else 0.0\\n'); } }""")
    n.run_all()
    print(n.errors())
    outs=p.locator(".jp-Cell")
    for name,text in {"patience":"From which patience","rbp":'check("rbp"',"par":'check("ceiling',"cap":'check("capped',"measures":'complete_table("measures"',"sheet":"formula_sheet()","two":'predict("06-two'}.items():
        cell=outs.filter(has_text=text).first
        cell.scroll_into_view_if_needed()
        if name=="patience":
            h=cell.locator(".noUi-handle").first; h.focus()
            for _ in range(12): p.keyboard.press("ArrowLeft")
            p.wait_for_timeout(500)
        if name=="measures":
            cell.get_by_label("its question").nth(0).select_option(index=2)
            cell.get_by_role("button",name="Check the table").click(); p.wait_for_timeout(400)
        if name=="two":
            cell.get_by_text("System 1 by both").click(); cell.get_by_role("button",name="Commit").click(); p.wait_for_timeout(400)
        cell.screenshot(path=f"/tmp/w6-{name}.png")
    n.set_theme(True)
    outs.filter(has_text="From which patience").first.screenshot(path="/tmp/w6-patience-dark.png")
    outs.filter(has_text="formula_sheet()").nth(0).screenshot(path="/tmp/w6-sheet-dark.png")
    n.set_theme(False)
    p.set_viewport_size({"width":600,"height":900}); p.wait_for_timeout(400)
    outs.filter(has_text='complete_table("measures"').first.screenshot(path="/tmp/w6-measures-narrow.png")
    outs.filter(has_text="From which patience").first.screenshot(path="/tmp/w6-patience-narrow.png")
