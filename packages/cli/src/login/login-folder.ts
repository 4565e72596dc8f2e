import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonObject } from '@toolscout/model'
import { isJsonObject, messageOf, parseJson, sha256 } from '@toolscout/model/internal'
import { placesOf } from '../config/places.ts'
import { replaceFile } from '../edit/replace-file.ts'
import { CliError, EXIT_CODES, isMissing } from '../errors.ts'
import type { CliHost } from '../host.ts'
import { type Keychain, keychainOf } from './keychain.ts'
import { withLock } from './process-lock.ts'
import { makeKey, seal, unseal } from './sealed.ts'

/** Raised when the format of a file changes. */
const FORMAT = 1

/** What of a machine decides where logins are. */
export type LoginHost = Pick<CliHost, 'env' | 'home' | 'platform' | 'now'>

/**
 * Where logins are kept: a file for each address of a server, which only this user can read. Where the desktop has a
 * keychain, that holds a key without which the files say nothing.
 */
export class LoginFolder {
  readonly folder: string
  readonly #locks: string
  readonly #now: () => number
  readonly #keychain: Keychain | undefined
  #key: Promise<string | undefined> | undefined

  constructor({ now, ...host }: LoginHost) {
    const { state } = placesOf(host)
    this.folder = join(state, 'logins')
    // Not in the same folder, which is watched for logins.
    this.#locks = join(state, 'locks')
    this.#now = now
    this.#keychain = keychainOf(host, this.folder)
  }

  /** Whether there is one. */
  has(url: string): boolean {
    return existsSync(this.#fileOf(url))
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
    if (!isJsonObject(kept) || kept.format !== FORMAT) return undefined
    const login = typeof kept.sealed === 'string' ? await this.#unseal(kept.sealed) : kept.login
    return isJsonObject(login) ? login : undefined
  }

  /** Is there whole or not at all, also for other processes. */
  async write(url: string, login: JsonObject): Promise<void> {
    const key = await this.#getOrMakeKey()
    const kept = key === undefined ? { login } : { sealed: seal(JSON.stringify(login), key) }
    await replaceFile(this.#fileOf(url), JSON.stringify({ format: FORMAT, ...kept }))
  }

  /** Forgets it. */
  async delete(url: string): Promise<void> {
    await rm(this.#fileOf(url), { force: true })
  }

  /** Runs something while no other process changes the login of this address. */
  exclusively<T>(url: string, run: () => Promise<T>): Promise<T> {
    return withLock(this.#locks, nameOf(url), { now: this.#now, run })
  }

  async #unseal(sealed: string): Promise<unknown> {
    try {
      this.#key ??= this.#keychain?.read()
      const key = await this.#key
      const text = key === undefined ? undefined : unseal(sealed, key)
      if (text !== undefined) return parseJson(text)
    } catch (error) {
      this.#key = undefined
      throw unreadable(messageOf(error))
    }
    this.#key = undefined
    throw unreadable('the keychain of this session has no key for it')
  }

  /** `undefined` where no keychain takes one; the file is for this user alone then as well. */
  async #getOrMakeKey(): Promise<string | undefined> {
    const keychain = this.#keychain
    if (keychain === undefined) return undefined
    const getOrMake = async (): Promise<string | undefined> => {
      const known = await keychain.read()
      if (known === undefined) await keychain.write(makeKey())
      return known ?? (await keychain.read())
    }
    this.#key = withLock(this.#locks, 'key', { now: this.#now, run: getOrMake }).catch(() => undefined)
    return this.#key
  }

  #fileOf(url: string): string {
    return join(this.folder, `${nameOf(url)}.json`)
  }
}

function nameOf(url: string): string {
  return sha256(new URL(url).href).slice(0, 32)
}

function unreadable(why: string): CliError {
  return new CliError(
    'CONFIG_FILE_INVALID',
    `The login is sealed with a key of the keychain, which could not be read: ${why.replace(/[.\s]+$/, '')}. Unlock the keychain, or log in again.`,
    { exitCode: EXIT_CODES.auth },
  )
}
