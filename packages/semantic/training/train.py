"""Trains the table of token vectors; `main.mjs` cuts the texts into tokens and calls this."""

import argparse

import numpy as np

from fit import fit
from negatives import find_hard_documents
from sources import Source, add_views, choose_vocabulary, read_sources
from start import starting_rows
from table import write_table


def tell(text):
    print(text, flush=True)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("tokens")
    options.add_argument("out")
    options.add_argument("--leave-out", default="")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--steps", type=int, default=5_000)
    options.add_argument("--dimensions", type=int, default=128)
    options.add_argument("--rows", type=int, default=35_000)
    options.add_argument("--bits", type=int, choices=(4, 8), default=8)
    options.add_argument("--general", type=float, default=2.0)
    options.add_argument("--start")
    given = options.parse_args()

    random = np.random.default_rng(given.seed)
    texts = read_sources(given.tokens, set(given.leave_out.split(",")))
    add_views(texts)
    tokens = choose_vocabulary(texts, given.rows)
    row_of = {token: row for row, token in enumerate(tokens)}
    sources = [Source(name, *texts[name], row_of) for name in sorted(texts)]
    sources = [source for source in sources if source.queries is not None]
    for source in sources:
        source.hard = find_hard_documents(source, len(tokens), random)
    tell(f"{len(tokens)} tokens, {len(sources)} sources, {sum(len(source.right) for source in sources)} pairs")
    rows = starting_rows(sources, tokens, given.dimensions, given.start, random)
    gates = fit(sources, rows, given.steps, given.general, random, tell)
    header = write_table(given.out, tokens, rows, gates, given.bits, "toolscout-tokens-1")
    tell(f"{given.out}: {header}")


main()
