"""The game in the browser: the page, the server behind it, and files that hold both the page and its puzzles.

    hashi.html, hashi.css, hashi.js   the page; hashi_core.js with core/ knows the rules, hashi_ui.js with ui/ draws
    entries.py, steps.py              a puzzle as the page wants it: an *entry*, with the *walkthrough* to its solution
    page.py, lean.py                  puts page and entries together: *served*, or *whole* in one file
    server.py, guard.py, answers.py   `hashi-fast play`: what is served, what is refused, what the engine is asked
    errands.py                        questions that only a process of their own can be cut short in
    notebook.py                       `hf.play`: the game in a notebook
    built_in.py                       the puzzles that come with the package

Beside `publishing`: above `generation` and `coaching`, below `cli`.
"""
