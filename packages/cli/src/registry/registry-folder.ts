import { readdir, readFile, rm } from 'node:fs/promises'
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
}

/** Registries somebody asked for, a file each. Nothing here is ever fetched by itself. */
export class RegistryFolder {
  readonly #folder: string

  constructor(host: CliHost) {
    this.#folder = join(placesOf(host).state, 'registries')
  }

  /** All of them, by source. What is damaged is left out. */
  async list(): Promise<readonly KeptRegistry[]> {
    const names = await readdir(this.#folder).catch(() => [])
    const files = names.filter((name) => /^[0-9a-f]+\.json$/.test(name)).sort()
    const texts = files.map((name) => readFile(join(this.#folder, name), 'utf8').catch(() => ''))
    const all = (await Promise.all(texts)).map((text) => parseJson(text))
    // Written by this program, into a folder of this user alone.
    const kept = all.filter((one) => isJsonObject(one) && one.format === FORMAT) as unknown as KeptRegistry[]
    return kept.sort((a, b) => (a.source < b.source ? -1 : 1))
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

  #fileOf(source: string): string {
    return join(this.#folder, `${digest(['registry', source])}.json`)
  }
}
