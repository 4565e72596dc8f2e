import { createCandidateRetriever, createDiscovery } from '@toolscout/discovery'
import { type Judgments, ndcgAt, readJudgments, STARTER_SET } from '@toolscout/evaluation'
import { listJudgmentFolders } from '@toolscout/evaluation/internal'
import { type CatalogRecord, parseTool, type ToolSummary } from '@toolscout/model'
import { createBuiltInRetriever } from '@toolscout/semantic'
import type { PostgresStore } from '@toolscout/store/postgres'
import { BEST, CANDIDATES, meanOf, shareOf, toDocument } from './candidate-figures.ts'

const ndcg = ndcgAt(BEST)
const BATCH = 1_000

interface JudgedOptions {
  readonly folders: readonly string[]
  readonly isByMeaning: boolean
  readonly report: (line: string) => unknown
  readonly open: (schema: string) => Promise<PostgresStore>
}

/** Measures on judged sets what a ranking loses that looks at candidates alone; gives a table in Markdown. */
export async function measureJudged({ folders, report, ...options }: JudgedOptions): Promise<string> {
  const given = folders.length === 0 ? [STARTER_SET] : folders
  const rows: string[] = []
  for (const [i, folder] of (await Promise.all(given.map(listJudgmentFolders))).flat().entries()) {
    const set = await readJudgments(folder)
    const store = await options.open(`set_${i}`)
    const figures = await measureSet(set, store, options.isByMeaning)
    await store.close()
    report(`${set.name} measured`)
    rows.push(
      `| ${set.name} | ${set.tools.length} | ${figures.map((figure) => figure.toFixed(3)).join(' | ')} |`,
    )
  }
  const head = `| set | tools | share of memory's first ${BEST} among ${CANDIDATES} | nDCG@${BEST} | of candidates | loss |\n| --- |${' ---: |'.repeat(5)}`
  return [head, ...rows].join('\n')
}

async function measureSet(
  set: Judgments,
  store: PostgresStore,
  isByMeaning: boolean,
): Promise<readonly number[]> {
  const { records, idOf } = toRecords(set)
  for (let i = 0; i < records.length; i += BATCH) {
    await store.append(records.slice(i, i + BATCH).map((record) => ({ type: 'put', record })))
  }
  const scout = createDiscovery()
  scout.index.registerMany(
    records.map(({ tool, backends }) => ({ tool, backend: backends[0] as (typeof backends)[number] })),
  )
  const meaning = createBuiltInRetriever().searcher
  if (isByMeaning) meaning.apply({ upserts: records.map(toDocument), removals: [] })
  const retriever = createCandidateRetriever({
    engine: store.candidates,
    meaning: isByMeaning ? meaning : undefined,
  })
  const ask = async (query: string, allows: (tool: ToolSummary) => boolean): Promise<readonly string[]> => {
    const filter = { visibility: { key: '', allows } }
    return (await scout.search(query, { limit: BEST, filter })).hits.map(({ id }) => id)
  }
  const measured: (readonly [share: number, whole: number, part: number])[] = []
  for (const { text, relevance } of set.queries.filter(isAnswered)) {
    const judged = new Map([...relevance].map(([id, value]) => [idOf.get(id) ?? id, value]))
    const found = new Set(await retriever.retrieve({ query: text, limit: CANDIDATES }))
    const best = await ask(text, () => true)
    const bestFound = await ask(text, ({ id }) => found.has(id))
    measured.push([shareOf(best, found), ndcg(best, judged), ndcg(bestFound, judged)])
  }
  const [share, whole, part] = [0, 1, 2].map((at) => meanOf(measured.map((one) => one[at] as number))) as [
    number,
    number,
    number,
  ]
  return [share, whole, part, whole - part]
}

function isAnswered({ relevance }: Judgments['queries'][number]): boolean {
  return [...relevance.values()].some((value) => value > 0)
}

/** The tools of a set, those of one name told apart by a version. */
function toRecords({ tools }: Judgments): {
  readonly records: readonly CatalogRecord[]
  readonly idOf: ReadonlyMap<string, string>
} {
  const records: CatalogRecord[] = []
  const idOf = new Map<string, string>()
  const taken = new Set<string>()
  for (const definition of tools) {
    const { tool: first } = parseTool(definition)
    const version = `0.0.0+${records.length}`
    const { tool } = taken.has(first.id) ? parseTool({ ...definition, version }) : { tool: first }
    taken.add(tool.id)
    idOf.set(definition.id, tool.id)
    records.push({ tool, backends: [{ kind: 'local', handler: definition.id }], notes: '' })
  }
  return { records, idOf }
}
