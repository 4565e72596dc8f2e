import { readFileSync } from 'node:fs'
import type { PostgresStore } from '@toolscout/store/postgres'
import type { PostgresServer } from '@toolscout/testkit/postgres'
import { generateQueries } from '../corpus/generate-queries.ts'
import { generateTools } from '../corpus/generate-tools.ts'
import { percentile } from '../search/percentiles.ts'
import { onServer } from './bench-server.ts'

const LIMIT = 10
/** Exact answers of frequent words read most rows, so not every query is asked for one. */
const EXACT_QUERIES = 100
/** Each query is asked so often, and its best time counts: what else the machine does is not what is measured. */
const ROUNDS = 5

/** Asks queries made of the first tools of the corpus; gives the cells of a row. */
export async function measureSearches(
  store: PostgresStore,
  server: PostgresServer,
  {
    sample,
    count,
    seed,
    report,
  }: {
    readonly sample: number
    readonly count: number
    readonly seed: number
    readonly report: (line: string) => unknown
  },
): Promise<readonly string[]> {
  const queries = generateQueries([...generateTools({ seed, count: sample })], { seed, count })
  const times: number[] = []
  const cpuTimes: number[] = []
  const exactTimes: number[] = []
  let said = 0
  let overlap = 0
  let top = 0
  // Once for nothing, so that what is measured lies in memory.
  for (const { text } of queries) await store.search({ query: text, limit: LIMIT })
  const cpuMs = await databaseCpu(server)
  for (const { text } of queries) {
    const before = cpuMs()
    const { ms, answer } = await best(ROUNDS, () => store.search({ query: text, limit: LIMIT }))
    times.push(ms)
    cpuTimes.push((cpuMs() - before) / ROUNDS)
    if (answer.exact) said += 1
  }
  const asked = queries.slice(0, EXACT_QUERIES)
  for (const { text } of asked) {
    const fast = (await store.search({ query: text, limit: LIMIT })).hits.map(({ id }) => id)
    const started = performance.now()
    const exact = (await store.search({ query: text, limit: LIMIT, exact: true })).hits.map(({ id }) => id)
    exactTimes.push(performance.now() - started)
    overlap += exact.length === 0 ? 1 : exact.filter((id) => fast.includes(id)).length / exact.length
    if (fast[0] === exact[0]) top += 1
  }
  report(`${count} queries asked`)
  const at = (list: readonly number[], share: number): string => (percentile(list, share) ?? 0).toFixed(1)
  return [
    at(times, 0.5),
    at(times, 0.95),
    at(times, 0.99),
    at(cpuTimes, 0.5),
    at(cpuTimes, 0.95),
    share(said, queries.length),
    (overlap / asked.length).toFixed(3),
    share(top, asked.length),
    at(exactTimes, 0.5),
    at(exactTimes, 0.95),
  ]
}

/** Time that a processor spent on the connections of the store; on a busy machine it says more than the clock. */
export async function databaseCpu(server: PostgresServer): Promise<() => number> {
  const pids = await onServer(server, async (client) => {
    const text = `select pid from pg_stat_activity where application_name = 'toolscout'`
    return (await client.query<{ readonly pid: number }>(text)).rows.map(({ pid }) => pid)
  })
  /** What a connection that was closed meanwhile had used stays counted. */
  const known = new Map<number, number>()
  const read = (pid: number): number => {
    try {
      known.set(pid, Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6)
    } catch {}
    return known.get(pid) ?? 0
  }
  return () => pids.reduce((sum, pid) => sum + read(pid), 0)
}

async function best<Answer>(
  rounds: number,
  ask: () => Promise<Answer>,
): Promise<{ readonly ms: number; readonly answer: Answer }> {
  let ms = Number.POSITIVE_INFINITY
  for (let round = 1; ; round += 1) {
    const started = performance.now()
    const answer = await ask()
    ms = Math.min(ms, performance.now() - started)
    if (round >= rounds) return { ms, answer }
  }
}

function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(0)}%`
}
