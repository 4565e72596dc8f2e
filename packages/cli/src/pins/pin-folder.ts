import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SavedPin } from '@toolscout/guard'
import { isSavedPin } from '@toolscout/guard/internal'
import { isJsonObject, messageOf, parseJson, quote } from '@toolscout/model/internal'
import { draftId, isAbandoned } from '../catalog/drafts.ts'
import { CliError, isMissing } from '../errors.ts'

/** Raised when what lies in the folder changes its form. */
const FORMAT = 1
const FILE = 'pins.json'
/** Others that are written meanwhile; each time one of them gets on. */
const MAX_ATTEMPTS = 1_000
/** Only the last two states are read. */
const KEPT_STATES = 2

/** What is kept of the tools of one server, and its number. */
interface State {
  readonly number: number
  readonly pins: readonly SavedPin[]
}

/**
 * Pins by the key of their server, in a folder that is made when something is kept. Each state of a server's pins is a
 * folder `KEY.NUMBER` that never changes. Of two processes that make the same state out of the one before, one renames
 * its draft first, and the other finds a folder that is not empty: no lock is needed, so none can be left behind.
 */
export class PinFolder {
  readonly #root: string
  readonly #now: () => number

  constructor(root: string, now: () => number) {
    this.#root = root
    this.#now = now
  }

  /** Rejects with `PINS_FILE_INVALID`. */
  async read(key: string): Promise<readonly SavedPin[]> {
    return (await this.#readState(key)).pins
  }

  /**
   * Keeps what `change` makes of what is kept, and resolves with that. `change` is asked again when another process was
   * faster, so that nothing of his is lost. Rejects with `PINS_FILE_INVALID`, and with what `change` throws.
   */
  async update(
    key: string,
    change: (kept: readonly SavedPin[]) => readonly SavedPin[],
  ): Promise<readonly SavedPin[]> {
    for (let attempt = 1; ; attempt += 1) {
      const state = await this.#readState(key)
      const changed = change(state.pins)
      if (changed.length === 0) return changed
      const draft = await this.#writeDraft([...state.pins, ...changed])
      const number = state.number + 1
      try {
        await rename(draft, this.#folderOf(key, number))
      } catch (error) {
        await rm(draft, { recursive: true, force: true })
        const isTaken = (await this.#latest(key)) >= number
        if (!isTaken || attempt >= MAX_ATTEMPTS) throw error
        continue
      }
      const latest = await this.#latest(key)
      if (latest === number) await this.#sweep(key, number)
      // Where many were faster, the number may have been given and swept away before.
      const isKept = latest < number + KEPT_STATES || hasAll(await this.read(key), changed)
      if (isKept) return changed
      if (attempt >= MAX_ATTEMPTS) throw unreadable(this.#root, 'other processes keep writing to it')
    }
  }

  async #readState(key: string): Promise<State> {
    for (let attempt = 1; ; attempt += 1) {
      const number = await this.#latest(key)
      if (number === 0) return { number, pins: [] }
      const file = join(this.#folderOf(key, number), FILE)
      try {
        return { number, pins: parsePins(await readFile(file, 'utf8'), file) }
      } catch (error) {
        if (error instanceof CliError) throw error
        // Newer states came, and this one went.
        const isGone = isMissing(error) && (await this.#latest(key)) !== number
        if (!isGone || attempt >= MAX_ATTEMPTS) throw unreadable(file, messageOf(error), error)
      }
    }
  }

  /** Later pins of an id win. */
  async #writeDraft(pins: readonly SavedPin[]): Promise<string> {
    const draft = join(this.#root, `draft-${draftId(this.#now())}`)
    await mkdir(draft, { recursive: true, mode: 0o700 })
    const byId = Object.fromEntries(pins.map(({ id, value }) => [id, value]))
    const text = JSON.stringify({ format: FORMAT, pins: byId })
    // It cannot be made again.
    await writeFile(join(draft, FILE), text, { flag: 'wx', mode: 0o600, flush: true })
    return draft
  }

  async #sweep(key: string, number: number): Promise<void> {
    for (const name of await this.#names()) {
      const isOld = stateNumber(name, key) <= number - KEPT_STATES || isAbandoned(name, this.#now())
      if (isOld) await rm(join(this.#root, name), { recursive: true, force: true }).catch(() => {})
    }
  }

  #folderOf(key: string, number: number): string {
    return join(this.#root, `${key}.${number}`)
  }

  /** The number of the newest state, or 0. */
  async #latest(key: string): Promise<number> {
    return Math.max(0, ...(await this.#names()).map((name) => stateNumber(name, key) || 0))
  }

  async #names(): Promise<readonly string[]> {
    try {
      return await readdir(this.#root)
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
  }
}

/** Whether pins are kept as they were given. */
function hasAll(kept: readonly SavedPin[], given: readonly SavedPin[]): boolean {
  const known = new Map(kept.map(({ id, value }) => [id, JSON.stringify(value)]))
  return given.every(({ id, value }) => known.get(id) === JSON.stringify(value))
}

/** The number in the name of a state of this key; NaN for other names. */
function stateNumber(name: string, key: string): number {
  const number = name.startsWith(`${key}.`) ? name.slice(key.length + 1) : ''
  return /^[1-9]\d{0,14}$/.test(number) ? Number(number) : Number.NaN
}

function parsePins(text: string, file: string): readonly SavedPin[] {
  const value = parseJson(text)
  if (value === undefined) throw unreadable(file, 'it is not JSON')
  const { format, pins } = isJsonObject(value) ? value : {}
  if (format !== FORMAT)
    throw unreadable(file, `it has the form ${quote(format)}, and this version knows ${FORMAT}`)
  if (!isJsonObject(pins)) throw unreadable(file, 'it holds no pins')
  const saved = Object.entries(pins).map(([id, value]) => ({ id, value }))
  const damaged = saved.find((pin) => !isSavedPin(pin))
  if (damaged !== undefined) throw unreadable(file, `the pin of ${quote(damaged.id)} is damaged`)
  return saved
}

function unreadable(file: string, problem: string, cause?: unknown): CliError {
  return new CliError(
    'PINS_FILE_INVALID',
    `Which definitions are trusted cannot be read from ${file}: ${problem}. Use the version of toolscout that wrote it, or delete its folder: then the state before counts, without what was approved since.`,
    { cause },
  )
}
