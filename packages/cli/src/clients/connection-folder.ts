import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import type { JsonObject } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { pathsOf, placesOf } from '../config/places.ts'
import type { MapPath } from '../edit/map-format.ts'
import { replaceFile } from '../edit/replace-file.ts'
import { isMissing } from '../errors.ts'
import type { CliHost } from '../host.ts'
import type { ClientFile } from './client-files.ts'

/** What was done to a program's file, so that it can be undone to the byte. */
export interface Connection {
  readonly version: 1
  readonly file: string
  readonly path: MapPath
  /** The name of our entry. */
  readonly name: string
  /** The text without anything of ours; `null` where there was no file. */
  readonly before: string | null
  /** The text as it was written. */
  readonly after: string
  /** Servers that left the file. */
  readonly moved: readonly string[]
  /** Our own file that they came to. */
  readonly config: string
  /** Whether that file was made for it. */
  readonly hasMadeConfig: boolean
  /** What was put there, and what stood in its place. */
  readonly added: readonly AddedServer[]
}

/** A server that was put into our own file. */
export interface AddedServer {
  readonly name: string
  readonly entry: JsonObject
  readonly before: JsonObject | null
}

/** Connections that were made on this machine, a file each next to the backup; they hold what the programs' files held. */
export class ConnectionFolder {
  readonly #folder: string
  readonly #join: (...parts: readonly string[]) => string

  constructor(host: CliHost) {
    this.#join = pathsOf(host.platform).join
    this.#folder = this.#join(placesOf(host).state, 'connections')
  }

  async read(place: ClientFile): Promise<Connection | undefined> {
    return this.#readFile(`${keyOf(place)}.json`)
  }

  /** Keeps a connection, and the file as it was just before; gives the place of that backup. */
  async keep(
    place: ClientFile,
    connection: Connection,
    original: string | undefined,
  ): Promise<string | undefined> {
    const key = keyOf(place)
    const backup = original === undefined ? undefined : this.#join(this.#folder, `${key}.backup`)
    if (backup !== undefined) await replaceFile(backup, original as string)
    await replaceFile(this.#join(this.#folder, `${key}.json`), `${JSON.stringify(connection)}\n`)
    return backup
  }

  /** Forgets a connection; its backup stays. */
  async forget(place: ClientFile): Promise<void> {
    await rm(this.#join(this.#folder, `${keyOf(place)}.json`), { force: true })
  }

  /** Connections of other files whose servers came to one of ours. */
  async others(place: ClientFile, config: string): Promise<readonly Connection[]> {
    const files = await readdir(this.#folder).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    const own = `${keyOf(place)}.json`
    const others = files.filter((file) => file.endsWith('.json') && file !== own)
    const connections = await Promise.all(others.map((file) => this.#readFile(file)))
    return connections.flatMap((one) => (one?.config === config ? [one] : []))
  }

  async #readFile(name: string): Promise<Connection | undefined> {
    try {
      const value: unknown = JSON.parse(await readFile(this.#join(this.#folder, name), 'utf8'))
      return isJsonObject(value) && value.version === 1 ? (value as unknown as Connection) : undefined
    } catch (error) {
      // One that is damaged is as good as none: our entry is found by what it starts.
      if (isMissing(error) || error instanceof SyntaxError) return undefined
      throw error
    }
  }
}

function keyOf({ id, file }: ClientFile): string {
  return `${id}-${createHash('sha256').update(file).digest('hex').slice(0, 12)}`
}
