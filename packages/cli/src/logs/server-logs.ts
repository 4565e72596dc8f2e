import { appendFile, mkdir, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { oneLine, toIdPart } from '@toolscout/model/internal'
import { placesOf } from '../config/places.ts'
import { isMissing } from '../errors.ts'
import type { CliHost } from '../host.ts'

/** From this size on a new file is begun; the one before is kept. */
const MAX_LOG_BYTES = 1_048_576
/** How often a file is looked at that is followed. */
const LOOK_MS = 500
/** Characters that may wait to be written; what a server says beyond that is lost. */
const MAX_WAITING = 1_048_576

/** A line that was kept of a server. */
export interface LoggedLine {
  /** ISO 8601. */
  readonly at: string
  /** `stderr`, `output`, `transport` as its connection reports them, or `state`. */
  readonly kind: string
  readonly text: string
}

/** A line to keep, without secrets. */
export interface SaidLine {
  readonly server: string
  readonly kind: string
  readonly message: string
}

/** What servers write beside the protocol, kept in a file each: any number of processes add to it at once. */
export class ServerLogs {
  readonly #folder: string
  readonly #now: CliHost['now']
  readonly #waiting = new Map<string, string>()
  #waitingLength = 0
  #writing: Promise<void> | undefined

  constructor(host: Pick<CliHost, 'env' | 'home' | 'platform' | 'now'>) {
    this.#folder = join(placesOf(host).state, 'logs')
    this.#now = host.now
  }

  /** The file of a server. */
  fileOf(server: string): string {
    return join(this.#folder, `${toIdPart(server)}.log`)
  }

  /** Keeps a line; it is written a moment later, and never fails. */
  readonly add = ({ server, kind, message }: SaidLine): void => {
    const line = `${new Date(this.#now()).toISOString()} ${kind} ${oneLine(message)}\n`
    if (this.#waitingLength + line.length > MAX_WAITING) return
    this.#waitingLength += line.length
    this.#waiting.set(server, `${this.#waiting.get(server) ?? ''}${line}`)
    this.#writing ??= this.#write()
  }

  /** Resolves when everything that was added is written. */
  async written(): Promise<void> {
    await this.#writing
  }

  async #write(): Promise<void> {
    // What comes in one turn is written at once.
    await Promise.resolve()
    for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
      const [server, text] = next
      this.#waiting.delete(server)
      this.#waitingLength -= text.length
      // A full disk is no reason to stop a server.
      await this.#append(this.fileOf(server), text).catch(() => {})
    }
    this.#writing = undefined
  }

  async #append(file: string, text: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const size = (await stat(file).catch(() => undefined))?.size ?? 0
    if (size > MAX_LOG_BYTES) await rename(file, `${file}.1`)
    await appendFile(file, text, { mode: 0o600 })
  }

  /** The last lines of a server, oldest first; none where nothing was kept. Rejects when they cannot be read. */
  async tail(server: string, lines: number): Promise<readonly LoggedLine[]> {
    const file = this.fileOf(server)
    const own = (await readFrom(file, 0)).lines
    const before = own.length < lines ? (await readFrom(`${file}.1`, 0)).lines : []
    return [...before, ...own].slice(-lines)
  }

  /** Gives what is added from now on, until the signal aborts. */
  async follow(server: string, onLine: (line: LoggedLine) => void, signal: AbortSignal): Promise<void> {
    const file = this.fileOf(server)
    let from = (await stat(file).catch(() => undefined))?.size ?? 0
    while (!signal.aborted) {
      await delay(LOOK_MS, undefined, { signal }).catch(() => {})
      const { lines, end } = await readFrom(file, from)
      for (const line of lines) onLine(line)
      from = end
    }
  }
}

/** The whole lines behind a place of a file, and where the next begin; one that is shorter by now is read from its start. */
async function readFrom(
  file: string,
  from: number,
): Promise<{ readonly lines: readonly LoggedLine[]; readonly end: number }> {
  const handle = await open(file).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (handle === undefined) return { lines: [], end: 0 }
  try {
    const { size } = await handle.stat()
    const start = from > size ? 0 : from
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
    const whole = buffer.subarray(0, buffer.lastIndexOf('\n', bytesRead) + 1)
    return { lines: whole.toString('utf8').split('\n').flatMap(parseLine), end: start + whole.length }
  } finally {
    await handle.close()
  }
}

const LINE = /^(\S+) (\S+) (.*)$/

function parseLine(line: string): readonly LoggedLine[] {
  const [, at, kind, text] = LINE.exec(line) ?? []
  return at === undefined || kind === undefined || text === undefined ? [] : [{ at, kind, text }]
}
