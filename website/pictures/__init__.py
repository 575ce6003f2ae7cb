"""The pictures of the documentation, drawn with our own code: `python website/draw.py` writes them to docs/pictures.

`canvas` has lines, texts and boards in the colours of the site. `glossary` draws a board for each term and technique,
`kernels` the diagrams of docs/how-it-works.md.
"""
