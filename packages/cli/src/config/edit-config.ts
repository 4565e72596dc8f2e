import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJsonc } from '@toolscout/mcp/internal'
import type { JsonObject } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { parse } from 'jsonc-parser'
import { JSONC_MAP } from '../edit/jsonc-map.ts'
import { replaceFile } from '../edit/replace-file.ts'
import { sameJson } from '../edit/server-map.ts'
import { CliError } from '../errors.ts'
import type { CliHost } from '../host.ts'
import { findProjectFile } from './layers.ts'
import { PROJECT_FILE, placesOf } from './places.ts'
import { readText } from './read-text.ts'

const SECTIONS = ['mcpServers', 'servers', 'mcp'] as const

/** A configuration file that is changed in place: comments and order stay. */
export class ConfigEditor {
  readonly file: string
  /** The text as it was read; `undefined` where there was no file. */
  readonly original: string | undefined
  #text: string
  #isCleared = false

  constructor(file: string, original: string | undefined) {
    this.file = file
    this.original = original
    this.#text = textOf(original)
  }

  /** Names of the servers in it. */
  names(): readonly string[] {
    return Object.keys(this.servers())
  }

  /** All of them, by name. */
  servers(): JsonObject {
    return Object.assign(
      {},
      ...this.#sections()
        .map(([, servers]) => servers)
        .toReversed(),
    )
  }

  /** The entry of a server. */
  entry(name: string): JsonObject | undefined {
    const value = this.servers()[name]
    return isJsonObject(value) ? value : undefined
  }

  /** Puts a server there, in the place of one of the same name. */
  put(name: string, entry: JsonObject): void {
    const sections = this.#sections()
    const [section] = sections.find(([, servers]) => Object.hasOwn(servers, name)) ?? sections[0] ?? SECTIONS
    this.#text = JSONC_MAP.put(this.#text, [section], name, entry)
  }

  /** Programs whose files are read as well. */
  clients(): readonly string[] {
    const { clients } = parse(this.#text) as JsonObject
    return Array.isArray(clients) ? clients.map(String) : []
  }

  /** Names programs whose files shall be read as well. */
  setClients(clients: readonly string[]): void {
    this.#text = JSONC_MAP.put(this.#text, [], 'clients', clients)
  }

  /** Takes a server away; says whether it was there. */
  remove(name: string): boolean {
    const found = this.#sections().find(([, servers]) => Object.hasOwn(servers, name))
    if (found !== undefined) this.#text = JSONC_MAP.take(this.#text, [found[0]], name)
    return found !== undefined
  }

  /** Has the file deleted where it holds nothing, comments included. */
  clearEmpty(): void {
    this.#isCleared = sameJson(parse(this.#text), {}) && !this.#text.includes('/')
  }

  /** The text as it would be written; an empty one is no file. */
  get text(): string {
    if (this.#isCleared) return ''
    return this.#text.endsWith('\n') ? this.#text : `${this.#text}\n`
  }

  /** Writes the file where it changed, whole or not at all; a new one is for this user alone. */
  async save(): Promise<void> {
    if (this.#isCleared) await rm(this.file, { force: true })
    else if (this.#text !== (this.original ?? '{}\n')) await replaceFile(this.file, this.text)
  }

  /** Makes the file what it was before {@link ConfigEditor.save}. */
  async undo(): Promise<void> {
    if (this.original === undefined) await rm(this.file, { force: true })
    else await replaceFile(this.file, this.original)
  }

  /** The maps of servers that are there, by the names they may have. */
  #sections(): readonly (readonly [section: string, servers: JsonObject])[] {
    const document = parse(this.#text) as JsonObject
    return SECTIONS.flatMap((section) => {
      const servers = document[section]
      return isJsonObject(servers) ? [[section, servers] as const] : []
    })
  }
}

/** What a file says; one that is not there, or is blank, is an empty object. */
function textOf(original: string | undefined): string {
  return original === undefined || original.trim() === '' ? '{}\n' : original
}

/** Opens a file to change it; one that is not there or is blank begins empty. Rejects with `CONFIG_FILE_INVALID`. */
export async function editConfig(file: string): Promise<ConfigEditor> {
  const text = await readText(file)
  const document = await parseJsonc(textOf(text))
  if ('problem' in document) {
    const { problem, line, column } = document
    const message = `${file}:${line}:${column}: this is not JSON: ${problem}. Nothing was changed.`
    throw new CliError('CONFIG_FILE_INVALID', message)
  }
  if (isJsonObject(document.value)) return new ConfigEditor(file, text)
  throw new CliError('CONFIG_FILE_INVALID', `${file} holds no object, so it cannot be changed.`)
}

/** The file to write: the user's, or the project's, by default in the working directory. */
export function targetFile(host: CliHost, isProject: boolean): string {
  if (!isProject) return placesOf(host).userConfig
  return findProjectFile(host) ?? join(host.cwd, PROJECT_FILE)
}
