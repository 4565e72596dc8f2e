import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PinStore } from '@toolscout/gateway/internal'
import type { SavedPin } from '@toolscout/guard'
import { isSavedPin, serverPartOf } from '@toolscout/guard/internal'
import type { McpServerConfig } from '@toolscout/mcp'
import { isJsonObject, messageOf, quote, toIdPart } from '@toolscout/model/internal'
import { placesOf } from '../config/places.ts'
import { PinsFileError } from '../errors.ts'
import type { CliHost } from '../host.ts'

/** Where pins are kept, whosever they are. */
export function pinPlace(host: Pick<CliHost, 'env' | 'home' | 'platform'>): string {
  return join(placesOf(host).state, 'pins')
}

/**
 * Keeps pins of the tools of servers, apart for each name in each configuration file: two projects may call different
 * servers the same.
 */
export function createPinStore(host: CliHost, servers: () => readonly McpServerConfig[]): PinStore {
  const folder = openPinFolder(pinPlace(host), host.now)
  return {
    load: async () => (await Promise.all(servers().map((server) => folder.read(keyOf(server))))).flat(),
    update: async (ids, change) => {
      const keys = new Map(servers().map((server) => [toIdPart(server.name), keyOf(server)]))
      const keyOfTool = (id: string): string | undefined => keys.get(serverPartOf(id))
      // A server that was removed meanwhile has no place any more.
      const kept = change([]).filter(({ id }) => keyOfTool(id) === undefined)
      for (const key of new Set(ids.flatMap((id) => keyOfTool(id) ?? []))) {
        const changed = await folder.update(key, (known) =>
          change(known).filter(({ id }) => keyOfTool(id) === key),
        )
        kept.push(...changed)
      }
      return kept
    },
  }
}

function keyOf({ name, origin }: McpServerConfig): string {
  return createHash('sha256')
    .update(JSON.stringify([origin?.source ?? '', name]))
    .digest('hex')
    .slice(0, 32)
}

/** Raised when what lies in the folder changes its form. */
const FORMAT = 1
const FILE = 'pins.json'
/** Others that are written meanwhile; each time one of them gets on. */
const MAX_ATTEMPTS = 1_000
/** Only the last two states are read. */
const KEPT_STATES = 2
/** A draft that was given up goes after this time. */
const ABANDONED_MS = 3_600_000

/** What is kept of the tools of one server, and its number. */
interface State {
  readonly number: number
  readonly pins: readonly SavedPin[]
}

/** Pins by the key of their server. */
export interface PinFolder {
  /** Rejects with `PINS_FILE_INVALID`. */
  readonly read: (key: string) => Promise<readonly SavedPin[]>
  /**
   * Keeps what `change` makes of what is kept, and resolves with that. `change` is asked again when another process was
   * faster, so that nothing of his is lost. Rejects with `PINS_FILE_INVALID`, and with what `change` throws.
   */
  readonly update: (
    key: string,
    change: (kept: readonly SavedPin[]) => readonly SavedPin[],
  ) => Promise<readonly SavedPin[]>
}

/**
 * Opens the folder, which is made when something is kept. Each state of a server's pins is a folder `KEY.NUMBER` that never
 * changes. Of two processes that make the same state out of the one before, one renames its draft first, and the other
 * finds a folder that is not empty: no lock is needed, so none can be left behind.
 */
export function openPinFolder(root: string, now: () => number): PinFolder {
  const folderOf = (key: string, number: number): string => join(root, `${key}.${number}`)

  const readState = async (key: string): Promise<State> => {
    for (let attempt = 1; ; attempt += 1) {
      const number = latestOf(await list(root), key)
      if (number === 0) return { number, pins: [] }
      const file = join(folderOf(key, number), FILE)
      try {
        return { number, pins: parsePins(await readFile(file, 'utf8'), file) }
      } catch (error) {
        if (error instanceof PinsFileError) throw error
        // Newer states came, and this one went.
        const isGone = isCode(error, 'ENOENT') && latestOf(await list(root), key) !== number
        if (!isGone || attempt >= MAX_ATTEMPTS) throw new PinsFileError(file, messageOf(error), error)
      }
    }
  }
  const writeDraft = async (pins: ReadonlyMap<string, SavedPin>): Promise<string> => {
    const draft = join(root, `draft-${now()}-${randomBytes(6).toString('hex')}`)
    await mkdir(draft, { recursive: true, mode: 0o700 })
    const byId = Object.fromEntries([...pins.values()].map(({ id, value }) => [id, value]))
    const file = await open(join(draft, FILE), 'wx', 0o600)
    try {
      await file.writeFile(JSON.stringify({ format: FORMAT, pins: byId }))
      // It cannot be made again.
      await file.sync()
    } finally {
      await file.close()
    }
    return draft
  }
  const sweep = async (key: string, number: number): Promise<void> => {
    for (const name of await list(root)) {
      const startedAt = Number(/^draft-(\d+)-/.exec(name)?.[1] ?? Number.NaN)
      const isOld = numberOf(name, key) <= number - KEPT_STATES || now() - startedAt > ABANDONED_MS
      if (isOld) await rm(join(root, name), { recursive: true, force: true }).catch(() => {})
    }
  }

  return {
    read: async (key) => (await readState(key)).pins,
    update: async (key, change) => {
      for (let attempt = 1; ; attempt += 1) {
        const state = await readState(key)
        const changed = change(state.pins)
        if (changed.length === 0) return changed
        const draft = await writeDraft(new Map([...state.pins, ...changed].map((pin) => [pin.id, pin])))
        const number = state.number + 1
        try {
          await rename(draft, folderOf(key, number))
          const latest = latestOf(await list(root), key)
          if (latest === number) await sweep(key, number)
          // Where many were faster, the number may have been given and swept away before.
          const isKept = latest < number + KEPT_STATES || hasAll((await readState(key)).pins, changed)
          if (isKept) return changed
          if (attempt >= MAX_ATTEMPTS) throw new PinsFileError(root, 'others keep pins all the time')
        } catch (error) {
          if (error instanceof PinsFileError) throw error
          await rm(draft, { recursive: true, force: true })
          const isTaken = latestOf(await list(root), key) >= number
          if (!isTaken || attempt >= MAX_ATTEMPTS) throw error
        }
      }
    },
  }
}

/** Whether pins are kept as they were given. */
function hasAll(kept: readonly SavedPin[], given: readonly SavedPin[]): boolean {
  const known = new Map(kept.map(({ id, value }) => [id, JSON.stringify(value)]))
  return given.every(({ id, value }) => known.get(id) === JSON.stringify(value))
}

async function list(root: string): Promise<readonly string[]> {
  try {
    return await readdir(root)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return []
    throw error
  }
}

/** The number of the newest state, or 0. */
function latestOf(names: readonly string[], key: string): number {
  return names.reduce((latest, name) => Math.max(latest, numberOf(name, key) || 0), 0)
}

function numberOf(name: string, key: string): number {
  const number = name.startsWith(`${key}.`) ? name.slice(key.length + 1) : ''
  return /^[1-9]\d{0,14}$/.test(number) ? Number(number) : Number.NaN
}

function parsePins(text: string, file: string): readonly SavedPin[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new PinsFileError(file, messageOf(error), error)
  }
  const { format, pins } = isJsonObject(value) ? value : {}
  if (format !== FORMAT)
    throw new PinsFileError(file, `it has the form ${quote(format)}, and this version knows ${FORMAT}`)
  if (!isJsonObject(pins)) throw new PinsFileError(file, 'it holds no pins')
  const saved = Object.entries(pins).map(([id, value]) => ({ id, value }))
  const damaged = saved.find((pin) => !isSavedPin(pin))
  if (damaged !== undefined) throw new PinsFileError(file, `the pin of ${quote(damaged.id)} is damaged`)
  return saved
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === code
}
