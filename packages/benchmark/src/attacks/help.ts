/** What `--help` prints. */
export const HELP: string = `Measures what tools that are written to be found do to the answers for others:
100 stuffed tools, and floods of 1 % and 5 % of the catalog by one server and by
five. The attacker knows every question.

  npm run bench:attacks -- [options]

  --data DIR          a set (corpus.jsonl, queries.jsonl, qrels.tsv) or a folder
                      of sets; repeatable             (the repository's own set)
  --limit N           queries of each set, evenly spread                   (all)
  --seed N            seed of the attacks                                    (1)
  --json FILE         writes all figures
  --markdown FILE     writes the tables that are printed, as Markdown
  --help              prints this
`
