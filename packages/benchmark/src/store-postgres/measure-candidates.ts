import { createCandidateRetriever } from '@toolscout/discovery'
import type { CandidateRetriever, Searcher } from '@toolscout/model'
import { createLexicalSearcher } from '@toolscout/search'
import { createBuiltInRetriever, createHybridSearcher } from '@toolscout/semantic'
import { useManyRows } from '@toolscout/semantic/internal'
import { openPostgresStore } from '@toolscout/store/postgres'
import { toPlainWords } from '../corpus/plain-words.ts'
import { readRealText } from '../corpus/read-real-text.ts'
import { BATCH, recombinedRecords } from '../corpus/recombined-records.ts'
import { percentile } from '../search/percentiles.ts'
import { startForBenchmark } from './bench-server.ts'
import { BEST, CANDIDATES, meanOf, shareOf, toDocument } from './candidate-figures.ts'
import { measureJudged } from './measure-judged.ts'

/** What is measured. */
export interface CandidatesOptions {
  readonly sizes: readonly number[]
  /** Folders of judged sets; the small set of the repository without any. */
  readonly folders: readonly string[]
  /** Requests of each kind and size. */
  readonly requests: number
  /** Whether candidates are looked for by meaning too. */
  readonly isByMeaning: boolean
  /** Whether the best of memory are compared, which must hold all tools for it. */
  readonly isCompared: boolean
  /** Where the database stays; it is removed without. */
  readonly database: string | undefined
  readonly report: (line: string) => unknown
}

const SEED = 1

/** Measures how fast candidates come, and how many of memory's best are among them; gives tables in Markdown. */
export async function measureCandidates(options: CandidatesOptions): Promise<string> {
  const { sizes, folders, requests: count, isByMeaning, isCompared, report } = options
  // As in a node that opened a catalog.
  useManyRows()
  const server = await startForBenchmark(options.database)
  const open = (schema: string) => openPostgresStore({ connection: server.connection, schema })
  try {
    const stores = await Promise.all(sizes.map((size) => open(`size_${size}`)))
    const written = await Promise.all(stores.map((store) => store.revision()))
    const isThere = sizes.every((size, i) => written[i] === Math.ceil(size / BATCH))
    const judged = isThere ? [] : [await measureJudged({ ...options, open }), '']
    const text = await readRealText(folders, SEED)
    const natural = text.requests.slice(0, count)
    const short = natural.map((request) => toPlainWords(request).split(' ').slice(0, 4).join(' '))
    const rows: string[] = []
    for (const [i, store] of stores.entries()) {
      const size = sizes[i] as number
      const words = createLexicalSearcher()
      const meaning = createBuiltInRetriever().searcher
      const isRead = !isThere || isByMeaning || isCompared
      let read = 0
      for (const records of isRead ? recombinedRecords(text, { seed: SEED, count: size }) : []) {
        // Each batch is a revision, so one that was broken off goes on where it was.
        if (read >= BATCH * (written[i] as number))
          await store.append(records.map((record) => ({ type: 'put', record })))
        const documents = records.map(toDocument)
        if (isByMeaning) meaning.apply({ upserts: documents, removals: [] })
        if (isCompared) words.apply({ upserts: documents, removals: [] })
        read += records.length
        if (read % 100_000 < BATCH) report(`${read.toLocaleString('en')} tools written`)
      }
      report('the database indexes them')
      const started = performance.now()
      await store.candidates.retrieve({ query: 'tool', limit: 1 })
      report(`indexed in ${((performance.now() - started) / 1_000).toFixed(0)} s`)
      const used = isByMeaning ? meaning : undefined
      const retriever = createCandidateRetriever({ engine: store.candidates, meaning: used })
      const memory = isCompared ? rank(words, used) : undefined
      for (const [kind, requests] of Object.entries({ natural, short })) {
        const row = `| ${size.toLocaleString('en')} | ${kind} | ${await askAll(requests, retriever, memory)} |`
        report(row)
        rows.push(row)
      }
      await store.close()
    }
    const head = `| tools | requests | p50 ms | p95 ms | share of memory's first ${BEST} among ${CANDIDATES} |\n| ---: | --- | ---: | ---: | ---: |`
    return [server.version, '', ...judged, head, ...rows, ''].join('\n')
  } finally {
    await server.stop()
  }
}

/** The default ranking, without the languages. */
function rank(words: Searcher, meaning: Searcher | undefined): Searcher {
  if (meaning === undefined) return words
  return createHybridSearcher({ searchers: [words, { ...createBuiltInRetriever(), searcher: meaning }] })
}

async function askAll(
  requests: readonly string[],
  retriever: CandidateRetriever,
  memory: Searcher | undefined,
): Promise<string> {
  const took: number[] = []
  const shares: number[] = []
  for (const query of requests) {
    const started = performance.now()
    const found = await retriever.retrieve({ query, limit: CANDIDATES })
    took.push(performance.now() - started)
    if (memory !== undefined) {
      const { hits } = await memory.search({ query, limit: BEST })
      shares.push(
        shareOf(
          hits.map(({ id }) => id),
          new Set(found),
        ),
      )
    }
  }
  const share = memory === undefined ? '' : meanOf(shares).toFixed(3)
  return [...[0.5, 0.95].map((at) => percentile(took, at)?.toFixed(1)), share].join(' | ')
}
