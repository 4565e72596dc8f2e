import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDiscovery, type Discovery } from '@toolscout/discovery'
import { type CatalogRecord, type CatalogStore, compareIds, StoreDamagedError } from '@toolscout/model'
import { toToolSummary } from '@toolscout/model/internal'
import type { ServerListing } from './cache-folder.ts'

/** A build is written once, so there is one revision of it. */
const REVISION = 1
const TOOLS_FILE = 'tools.jsonl'
const PLACES_FILE = 'places.json'

/** Where each record lies: the ids in ascending order, and the byte behind the record of each. */
interface Places {
  readonly ids: readonly string[]
  readonly ends: readonly number[]
}

/** Reads the tools of listings. What ranks them is not made. */
export function indexListings(listings: readonly ServerListing[]): Discovery {
  const searcher = { name: 'none', apply: () => {}, search: async () => ({ hits: [], unmatchedTerms: [] }) }
  const discovery = createDiscovery({ searcher })
  for (const { server, definitions } of listings) discovery.index.registerMcp(server, definitions)
  return discovery
}

/** Writes the tools of listings as a store; resolves with how many there are, which is fewer when some are no tools. */
export async function writeKeptStore(folder: string, listings: readonly ServerListing[]): Promise<number> {
  const { index, close } = indexListings(listings)
  const ids: string[] = []
  const ends: number[] = []
  const lines: Buffer[] = []
  let end = 0
  for (const { tool, backends, notes } of index.list()) {
    const line = Buffer.from(`${JSON.stringify({ tool, backends, notes } satisfies CatalogRecord)}\n`)
    end += line.length
    lines.push(line)
    ids.push(tool.id)
    ends.push(end)
  }
  await close()
  await writeFile(join(folder, TOOLS_FILE), lines, { mode: 0o600 })
  await writeFile(join(folder, PLACES_FILE), JSON.stringify({ ids, ends } satisfies Places), { mode: 0o600 })
  return ids.length
}

/**
 * Opens what {@link writeKeptStore} wrote: files that any number of processes may have open, and that never change. A record is
 * read when it is asked for. Next to the tools are checkpoints of the searchers, for the Unicode of this Node.js:
 * another cuts texts into other words. The signal ends reading all.
 *
 * @throws StoreDamagedError `STORE_DAMAGED`.
 */
export function openKeptStore(folder: string, signal: AbortSignal): CatalogStore {
  const file = join(folder, TOOLS_FILE)
  const damaged = (cause?: unknown): StoreDamagedError =>
    new StoreDamagedError(file, `${file} is damaged; --refresh rebuilds it.`, cause)
  const descriptor = openSync(file, 'r')
  let places: Places
  try {
    places = JSON.parse(readFileSync(join(folder, PLACES_FILE), 'utf8')) as Places
    if (fstatSync(descriptor).size !== (places.ends.at(-1) ?? 0)) throw damaged()
  } catch (error) {
    closeSync(descriptor)
    throw error instanceof SyntaxError ? damaged(error) : error
  }
  const { ids, ends } = places
  let isOpen = true
  let revision = REVISION
  const recordAt = (place: number): CatalogRecord => {
    const start = ends[place - 1] ?? 0
    const bytes = Buffer.allocUnsafe((ends[place] as number) - start)
    readSync(descriptor, bytes, 0, bytes.length, start)
    try {
      const record = JSON.parse(bytes.toString()) as CatalogRecord
      if (record.tool.id === ids[place]) return record
    } catch (error) {
      throw damaged(error)
    }
    throw damaged()
  }
  const record = (id: string): CatalogRecord | undefined => {
    const place = placeOf(ids, id)
    return place === undefined ? undefined : recordAt(place)
  }
  const summary: NonNullable<CatalogStore['reader']>['summary'] = (id) => {
    const found = record(id)
    return found === undefined ? undefined : toToolSummary(found.tool, found.backends)
  }
  async function* load(): AsyncGenerator<CatalogRecord> {
    for (const place of ids.keys()) {
      signal.throwIfAborted()
      yield recordAt(place)
    }
  }
  const checkpointFile = (name: string): string =>
    join(folder, `${name}-${process.versions.unicode ?? 'none'}.checkpoint`)
  return {
    name: 'kept',
    revision: async () => revision,
    load,
    loadChanges: async function* () {},
    get: async (wanted) => wanted.map(record),
    items: async () => [],
    reader: { ids: () => ids, summary, record },
    loadCheckpoint: async (name) => {
      try {
        // In one piece: in many, and elsewhere, it takes longer than the search it is for.
        return { revision: REVISION, bytes: readFileSync(checkpointFile(name)) }
      } catch {
        return undefined
      }
    },
    saveCheckpoint: async (name, { revision: of, bytes }) => {
      if (of !== REVISION) return
      const target = checkpointFile(name)
      const draft = `${target}-${process.pid}`
      try {
        await writeFile(draft, bytes, { mode: 0o600 })
        await rename(draft, target)
      } catch (error) {
        // A newer build took the place of this one.
        if (existsSync(file)) throw error
      }
    },
    verify: async () => ({ revision, tools: ids.length, faults: [] }),
    // Changes while it is open are in memory alone; a server process writes a new build.
    append: async () => {
      revision += 1
      return revision
    },
    repair: async () => ({ revision, tools: ids.length, faults: [], mended: [], lost: [] }),
    close: async () => {
      if (isOpen) closeSync(descriptor)
      isOpen = false
    },
  }
}

function placeOf(ids: readonly string[], id: string): number | undefined {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareIds(ids[middle] as string, id) < 0) low = middle + 1
    else high = middle
  }
  return ids[low] === id ? low : undefined
}
