import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonObject } from '@toolscout/model'
import { isJsonObject, parseJson, sha256 } from '@toolscout/model/internal'
import { placesOf } from '../config/places.ts'
import { isMissing } from '../errors.ts'
import type { CliHost } from '../host.ts'

/** Raised when the format of a file changes. */
const FORMAT = 1

/** Where logins are kept: a file for each address of a server, which only this user can read. */
export class LoginFolder {
  readonly folder: string

  constructor(host: Pick<CliHost, 'env' | 'home' | 'platform'>) {
    this.folder = join(placesOf(host).state, 'logins')
  }

  /** What was kept last; `undefined` without a login. Rejects when it cannot be read. */
  async read(url: string): Promise<JsonObject | undefined> {
    let text: string
    try {
      text = await readFile(this.#fileOf(url), 'utf8')
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
    const kept = parseJson(text)
    return isJsonObject(kept) && kept.format === FORMAT && isJsonObject(kept.login) ? kept.login : undefined
  }

  /** Is there whole or not at all, also for other processes. */
  async write(url: string, login: JsonObject): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    const draft = join(this.folder, `draft-${randomUUID()}`)
    try {
      await writeFile(draft, JSON.stringify({ format: FORMAT, login }), { mode: 0o600, flag: 'wx' })
      await rename(draft, this.#fileOf(url))
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  /** Whether there was one. */
  async delete(url: string): Promise<boolean> {
    const had = (await this.read(url).catch(() => ({}))) !== undefined
    await rm(this.#fileOf(url), { force: true })
    return had
  }

  #fileOf(url: string): string {
    return join(this.folder, `${sha256(new URL(url).href).slice(0, 32)}.json`)
  }
}
