import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject, parseJson } from '@toolscout/model/internal'
import { digest } from '../catalog/cache-folder.ts'
import { placesOf } from '../config/places.ts'
import { replaceFile } from '../edit/replace-file.ts'
import type { CliHost } from '../host.ts'
import type { RegisteredServer } from './registry-server.ts'

/** Raised when what lies in the folder changes its form; a registry of another is read again by `refresh`. */
const FORMAT = 1

/** A registry as it was read when somebody asked for it. Plain JSON. */
export interface KeptRegistry {
  /** The file or address it was read from. */
  readonly source: string
  /** In milliseconds since 1970. */
  readonly readAt: number
  readonly servers: readonly RegisteredServer[]
  /** Why the list may lack some, in sentences. */
  readonly incomplete?: string | undefined
}

/** What to do about a file of the folder that cannot be read. */
export const DAMAGED_ADVICE = 'Delete it, and add the registry again: toolscout registry add URL'

/** Registries somebody asked for, a file each. Nothing here is ever fetched by itself. */
export class RegistryFolder {
  readonly #folder: string

  constructor(host: CliHost) {
    this.#folder = join(placesOf(host).state, 'registries')
  }

  /** All of them, by source; `onDamaged` is called with each file that cannot be read. */
  async list(onDamaged: (file: string) => void = () => {}): Promise<readonly KeptRegistry[]> {
    const files = await this.#files()
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
    const kept = texts.flatMap((text, i) => {
      const one = parseJson(text)
      // Written by this program, into a folder of this user alone.
      if (isJsonObject(one) && one.format === FORMAT && Array.isArray(one.servers))
        return [one as unknown as KeptRegistry]
      onDamaged(files[i] as string)
      return []
    })
    return kept.sort((a, b) => (a.source < b.source ? -1 : 1))
  }

  /** Another text with every change of what is kept, for the price of a look at the files; `undefined` where nothing is. */
  async version(): Promise<string | undefined> {
    const files = await this.#files()
    const facts = files.map((file) => stat(file).then(({ size, mtimeMs }) => [file, size, mtimeMs]))
    return files.length === 0 ? undefined : digest(['registries', ...(await Promise.all(facts))])
  }

  /** Rejects with `CONFIG_FILE_INVALID`. */
  async put(registry: KeptRegistry): Promise<void> {
    await replaceFile(this.#fileOf(registry.source), JSON.stringify({ format: FORMAT, ...registry }))
  }

  async remove(source: string): Promise<void> {
    await rm(this.#fileOf(source), { force: true })
  }

  /** The server of this name, or the only one whose name ends so; several where that does not tell which. */
  async find(name: string): Promise<readonly RegisteredServer[]> {
    const all = (await this.list()).flatMap(({ servers }) => servers)
    const found = all.filter((server) => server.name === name || server.name.endsWith(`/${name}`))
    const byName = new Map(found.toReversed().map((server) => [server.name, server]))
    const exact = byName.get(name)
    return exact === undefined ? [...byName.values()] : [exact]
  }

  async #files(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch(() => [])
    const files = names.filter((name) => /^[0-9a-f]+\.json$/.test(name)).sort()
    return files.map((name) => join(this.#folder, name))
  }

  #fileOf(source: string): string {
    return join(this.#folder, `${digest(['registry', source])}.json`)
  }
}
