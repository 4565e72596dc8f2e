import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDiscovery, type Discovery } from '@toolscout/discovery'
import type { KnownEra } from '@toolscout/mcp/internal'
import { type CatalogRecord, type CatalogStore, StoreDamagedError } from '@toolscout/model'
import { toToolSummary } from '@toolscout/model/internal'

/** What one server, or one part of a file, offers. Plain JSON, so that it can be kept. */
export interface ServerListing {
  /** The namespace of its tools, unless it stands in for another; `''` for tools of a file that names no server. */
  readonly server: string
  /** The server it stands in for. */
  readonly replicaOf?: string | undefined
  /** Tells the server, as it was configured then, from all others; absent in files. */
  readonly key?: string | undefined
  /** Which revision of MCP it was found to speak. */
  readonly era?: KnownEra | undefined
  /** What it says about itself, in its own words; absent where it says nothing. */
  readonly instructions?: string | undefined
  /** Definitions as they came, unread. */
  readonly definitions: readonly unknown[]
  /** When they were listed, in milliseconds since 1970. */
  readonly listedAt: number
  /** Why it could not be listed last time; `definitions` are then those of an earlier time, or none. */
  readonly failure?: { readonly code: string; readonly message: string } | undefined
  /** Why the listing may lack some, or what a folder of skills left out, in sentences. */
  readonly incomplete?: string | undefined
}

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
  for (const { server, definitions, replicaOf } of listings)
    discovery.index.registerMcp(server, definitions, { replicaOf })
  return discovery
}

/** The namespace of the tools of a listing. */
export function namespaceOf({ server, replicaOf }: ServerListing): string {
  return replicaOf ?? server
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

interface KeptRecords {
  readonly ids: readonly string[]
  readonly at: (place: number) => CatalogRecord
  readonly close: () => void
}

/** Opens the files for reading; a record is read when it is asked for. @throws StoreDamagedError `STORE_DAMAGED`. */
function openRecords(folder: string): KeptRecords {
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
  return {
    ids,
    at: (place) => {
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
    },
    close: () => {
      if (isOpen) closeSync(descriptor)
      isOpen = false
    },
  }
}

/** Keeps checkpoints of searchers, for the Unicode of this Node.js: another cuts texts into other words. */
function openCheckpoints(folder: string): Pick<CatalogStore, 'loadCheckpoint' | 'saveCheckpoint'> {
  const fileOf = (name: string): string =>
    join(folder, `${name}-${process.versions.unicode ?? 'none'}.checkpoint`)
  return {
    loadCheckpoint: async (name) => {
      try {
        // In one piece: in many, and elsewhere, it takes longer than the search it is for.
        return { revision: REVISION, bytes: readFileSync(fileOf(name)) }
      } catch {
        return undefined
      }
    },
    saveCheckpoint: async (name, { revision, bytes }) => {
      if (revision !== REVISION) return
      const draft = `${fileOf(name)}-${process.pid}`
      try {
        await writeFile(draft, bytes, { mode: 0o600 })
        await rename(draft, fileOf(name))
      } catch (error) {
        // A newer build took the place of this one.
        if (existsSync(join(folder, TOOLS_FILE))) throw error
      }
    },
  }
}

/**
 * Opens what {@link writeKeptStore} wrote: files that any number of processes may have open, and that never change. The
 * signal ends reading all.
 *
 * @throws StoreDamagedError `STORE_DAMAGED`.
 */
export function openKeptStore(folder: string, signal: AbortSignal): CatalogStore {
  const { ids, at, close } = openRecords(folder)
  const places = new Map(ids.map((id, place) => [id, place]))
  let revision = REVISION
  /** By id: records that were appended, and `undefined` for tools that were deleted. */
  const appended = new Map<string, CatalogRecord | undefined>()
  const record = (id: string): CatalogRecord | undefined => {
    const place = places.get(id)
    return appended.has(id) || place === undefined ? appended.get(id) : at(place)
  }
  const currentIds = (): readonly string[] => {
    if (appended.size === 0) return ids
    const all = [...new Set([...ids, ...appended.keys()])].sort()
    return all.filter((id) => !appended.has(id) || appended.get(id) !== undefined)
  }
  async function* load(): AsyncGenerator<CatalogRecord> {
    for (const id of currentIds()) {
      signal.throwIfAborted()
      yield record(id) as CatalogRecord
    }
  }
  return {
    name: 'kept',
    revision: async () => revision,
    load,
    loadChanges: async function* () {},
    get: async (wanted) => wanted.map(record),
    items: async () => [],
    reader: {
      ids: currentIds,
      summary: (id) => {
        const found = record(id)
        return found && toToolSummary(found.tool, found.backends)
      },
      record,
    },
    ...openCheckpoints(folder),
    // Changes while it is open are in memory alone; a server process writes a new build.
    append: async (changes) => {
      for (const change of changes) {
        if (change.type === 'put') appended.set(change.record.tool.id, change.record)
        if (change.type === 'delete') appended.set(change.id, undefined)
      }
      revision += 1
      return revision
    },
    verify: async () => ({ revision, tools: currentIds().length, faults: [] }),
    repair: async () => ({ revision, tools: currentIds().length, faults: [], mended: [], lost: [] }),
    close: async () => close(),
  }
}
