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

/** What searches of one size took and gave; times in milliseconds. */
export interface SearchFigures {
  /** When nothing of the index was remembered. */
  readonly firstP50: number
  readonly firstP95: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** Time of a processor, of the node and of the database. */
  readonly nodeP50: number
  readonly nodeP95: number
  readonly databaseP50: number
  readonly databaseP95: number
  /** Shares. */
  readonly saidExact: number
  readonly overlap: number
  readonly sameFirst: number
}

/** Asks queries made of the first tools of the corpus. */
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
): Promise<SearchFigures> {
  const queries = generateQueries([...generateTools({ seed, count: sample })], { seed, count })
  const [firsts, times, nodeTimes, databaseTimes]: [number[], number[], number[], number[]] = [[], [], [], []]
  let [said, overlap, same] = [0, 0, 0]
  // The first time what is asked for is not remembered yet.
  for (const { text } of queries) {
    const { ms } = await best(1, () => store.search({ query: text, limit: LIMIT }))
    firsts.push(ms)
  }
  const databaseMs = await databaseCpu(server)
  for (const { text } of queries) {
    const [databaseBefore, nodeBefore] = [databaseMs(), nodeCpu()]
    const { ms, answer } = await best(ROUNDS, () => store.search({ query: text, limit: LIMIT }))
    times.push(ms)
    nodeTimes.push((nodeCpu() - nodeBefore) / ROUNDS)
    databaseTimes.push((databaseMs() - databaseBefore) / ROUNDS)
    if (answer.exact) said += 1
  }
  const asked = queries.slice(0, EXACT_QUERIES)
  for (const { text } of asked) {
    const fast = (await store.search({ query: text, limit: LIMIT })).hits.map(({ id }) => id)
    const exact = (await store.search({ query: text, limit: LIMIT, exact: true })).hits.map(({ id }) => id)
    overlap += exact.length === 0 ? 1 : exact.filter((id) => fast.includes(id)).length / exact.length
    if (fast[0] === exact[0]) same += 1
  }
  report(`${count} queries asked`)
  const at = (list: readonly number[], share: number): number => percentile(list, share) ?? 0
  return {
    firstP50: at(firsts, 0.5),
    firstP95: at(firsts, 0.95),
    p50: at(times, 0.5),
    p95: at(times, 0.95),
    p99: at(times, 0.99),
    nodeP50: at(nodeTimes, 0.5),
    nodeP95: at(nodeTimes, 0.95),
    databaseP50: at(databaseTimes, 0.5),
    databaseP95: at(databaseTimes, 0.95),
    saidExact: said / queries.length,
    overlap: overlap / asked.length,
    sameFirst: same / asked.length,
  }
}

/** Time that a processor spent on this process, in milliseconds. */
export function nodeCpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
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
