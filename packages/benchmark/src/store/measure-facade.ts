import { openDiscovery } from '@toolscout/discovery'
import { openSqliteStore } from '@toolscout/store/sqlite'
import { toPlainWords } from '../corpus/plain-words.ts'
import { readRealText } from '../corpus/read-real-text.ts'
import { recombinedRecords } from '../corpus/recombined-records.ts'
import { percentile } from '../search/percentiles.ts'
import type { StoreBenchOptions } from './measure-writing.ts'
import { took } from './stopwatch.ts'

/** What a facade is asked. */
export interface FacadeBenchOptions {
  /** Folders of judged sets; the small set of the repository without any. */
  readonly folders: readonly string[]
  /** Requests of each kind. */
  readonly requests: number
}

const SEED = 1
/** Requests before those that count, so that what runs is compiled. */
const WARMING = 30
/** Content words of a short request. */
const WORDS = 4

/** Fills a catalog with recombined tools, and saves the checkpoint that makes the next opening fast. */
export async function fillCatalog(
  { path, tools }: StoreBenchOptions,
  folders: readonly string[],
  report: (line: string) => unknown,
): Promise<void> {
  const text = await readRealText(folders, SEED)
  const store = await openSqliteStore({ path })
  let written = 0
  for (const records of recombinedRecords(text, { seed: SEED, count: tools })) {
    await store.append(records.map((record) => ({ type: 'put', record })))
    written += records.length
    if (written % 100_000 === 0) report(`${written.toLocaleString('en')} tools written`)
  }
  await store.close()
  const scout = await openDiscovery({ store: await openSqliteStore({ path }) })
  await scout.catalog?.restored()
  report('all of them are ranked')
  await scout.catalog?.checkpoint()
  await scout.close()
  report('the checkpoint is saved')
}

/** Opens the default facade on a catalog, and asks it what is new to it, request by request. */
export async function measureFacade(
  path: string,
  { folders, requests }: FacadeBenchOptions,
): Promise<object> {
  const { requests: all } = await readRealText(folders, SEED)
  const natural = all.slice(0, WARMING + requests)
  const short = natural.map((text) => toPlainWords(text).split(' ').slice(0, WORDS).join(' '))
  const start = performance.now()
  const cpu = process.cpuUsage()
  const scout = await openDiscovery({ store: await openSqliteStore({ path }) })
  const { user, system } = process.cpuUsage(cpu)
  const open = { ms: performance.now() - start, cpuMs: (user + system) / 1_000 }
  const opened = memoryMegabytes()
  const first = await took(() => scout.search(natural[0] ?? 'create a file', { limit: 10 }))
  const { degraded } = await scout.search(natural[0] ?? 'create a file', { limit: 10 })
  const asked: Record<string, object> = {}
  for (const [kind, texts] of Object.entries({ natural, short })) {
    const times: Awaited<ReturnType<typeof took>>[] = []
    for (const text of texts) times.push(await took(() => scout.search(text, { limit: 10 })))
    const counted = times.slice(WARMING)
    const figures = (of: 'ms' | 'cpuMs'): object => {
      const values = counted.map((one) => one[of])
      return { p50: percentile(values, 0.5), p95: percentile(values, 0.95) }
    }
    asked[kind] = { requests: counted.length, ms: figures('ms'), cpuMs: figures('cpuMs') }
  }
  return { size: scout.size, open, opened, first, degraded, ...asked, afterSearching: memoryMegabytes() }
}

/** Memory of this process, and the most it had. */
function memoryMegabytes(): { readonly resident: number; readonly most: number } {
  return { resident: process.memoryUsage().rss / 1e6, most: (1_024 * process.resourceUsage().maxRSS) / 1e6 }
}
