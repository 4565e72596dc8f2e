import { mkdir, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseJsonc } from '@toolscout/mcp/internal'
import type { JsonObject } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { applyEdits, modify, parse } from 'jsonc-parser'
import { CliError } from '../errors.ts'
import type { CliHost } from '../host.ts'
import { findProjectFile } from './layers.ts'
import { PROJECT_FILE, placesOf } from './places.ts'
import { readText } from './read-layer.ts'

const SECTIONS = ['mcpServers', 'servers', 'mcp'] as const
const FORMATTING = { insertSpaces: true, tabSize: 2, eol: '\n' }

/** A configuration file that is changed in place: comments and order stay. */
export class ConfigEditor {
  readonly file: string
  #text: string

  constructor(file: string, text: string) {
    this.file = file
    this.#text = text
  }

  /** Names of the servers in it. */
  names(): readonly string[] {
    return [...new Set(this.#sections().flatMap(([, servers]) => Object.keys(servers)))]
  }

  /** Puts a server there, in the place of one of the same name. */
  put(name: string, entry: JsonObject): void {
    const sections = this.#sections()
    const [section] = sections.find(([, servers]) => Object.hasOwn(servers, name)) ?? sections[0] ?? SECTIONS
    this.#change([section, name], entry)
  }

  /** Takes a server away; says whether it was there. */
  remove(name: string): boolean {
    const found = this.#sections().find(([, servers]) => Object.hasOwn(servers, name))
    if (found !== undefined) this.#change([found[0], name], undefined)
    return found !== undefined
  }

  /** Writes the file, whole or not at all; a new one is for this user alone. */
  async save(): Promise<void> {
    await mkdir(dirname(this.file), { recursive: true, mode: 0o700 })
    // A link, as people who keep their settings in a repository have it, stays one.
    const target = await realpath(this.file).catch(() => this.file)
    const draft = `${target}.${process.pid}.tmp`
    const mode = (await stat(target).catch(() => undefined))?.mode ?? 0o600
    const text = this.#text.endsWith('\n') ? this.#text : `${this.#text}\n`
    await writeFile(draft, text, { mode: mode & 0o777 })
    await rename(draft, target)
  }

  /** The maps of servers that are there, by the names they may have. */
  #sections(): readonly (readonly [section: string, servers: JsonObject])[] {
    const document = parse(this.#text) as JsonObject
    return SECTIONS.flatMap((section) => {
      const servers = document[section]
      return isJsonObject(servers) ? [[section, servers] as const] : []
    })
  }

  #change(path: string[], value: JsonObject | undefined): void {
    const edits = modify(this.#text, path, value, { formattingOptions: FORMATTING })
    this.#text = applyEdits(this.#text, edits)
  }
}

/** Opens a file to change it; one that is not there begins empty. Rejects with `CONFIG_FILE_INVALID`. */
export async function editConfig(file: string): Promise<ConfigEditor> {
  const text = (await readText(file)) ?? '{}\n'
  const document = await parseJsonc(text)
  if ('problem' in document) {
    const { problem, line, column } = document
    const message = `${file}:${line}:${column}: this is no JSON: ${problem}. Nothing was changed.`
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
