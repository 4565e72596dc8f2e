/** What `--help` prints. */
export const HELP: string = `Measures what each signal of the default search brings: the default beside itself
with one signal turned off, on judged questions.

  npm run bench:ablation -- [options]

  --data DIR          a set (corpus.jsonl, queries.jsonl, qrels.tsv) or a folder
                      of sets; repeatable             (the repository's own set)
  --limit N           queries of each set, evenly spread                   (all)
  --weight SET=N      counts a set N times in means and in the comparison on
                      all sets, such as mcp_registry_dev=2; repeatable       (1)
  --seed N            seed of the bootstrap                                  (1)
  --json FILE         writes all figures
  --markdown FILE     writes the tables that are printed, as Markdown
  --help              prints this
`
