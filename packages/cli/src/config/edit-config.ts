import { mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseJsonc } from '@toolscout/mcp/internal'
import type { JsonObject } from '@toolscout/model'
import { isJsonObject, messageOf } from '@toolscout/model/internal'
import { applyEdits, modify } from 'jsonc-parser'
import { ConfigFileError } from '../errors.ts'
import type { CliHost } from '../host.ts'
import { findProjectFile } from './layers.ts'
import { PROJECT_FILE, placesOf } from './places.ts'

const SECTIONS = ['mcpServers', 'servers', 'mcp'] as const
const FORMATTING = { insertSpaces: true, tabSize: 2, eol: '\n' }

/** A configuration file that is changed in place: comments and order stay. */
export interface ConfigEditor {
  readonly file: string
  /** Names of the servers in it. */
  readonly names: () => readonly string[]
  /** Puts a server there, in the place of one of the same name. */
  readonly put: (name: string, entry: JsonObject) => void
  /** Takes a server away; says whether it was there. */
  readonly remove: (name: string) => boolean
  /** Writes the file, whole or not at all; a new one is for this user alone. */
  readonly save: () => Promise<void>
}

/** Opens a file to change it; one that is not there begins empty. Rejects with `CONFIG_FILE_INVALID`. */
export async function editConfig(file: string): Promise<ConfigEditor> {
  let text = (await readText(file)) ?? '{}\n'
  let document = await read(text, file)
  const sectionOf = (name: string): string | undefined =>
    SECTIONS.find((section) => {
      const map = document[section]
      return isJsonObject(map) && Object.hasOwn(map, name)
    })
  const change = (path: readonly string[], value: JsonObject | undefined): void => {
    text = applyEdits(text, modify(text, [...path], value, { formattingOptions: FORMATTING }))
    // What was changed is JSON as before.
    const [section = '', name = ''] = path
    const map = { ...(document[section] as JsonObject | undefined) }
    if (value === undefined) delete map[name]
    else map[name] = value
    document = { ...document, [section]: map }
  }
  return {
    file,
    names: () => [
      ...new Set(SECTIONS.flatMap((section) => Object.keys((document[section] ?? {}) as JsonObject))),
    ],
    put: (name, entry) => {
      const section =
        sectionOf(name) ?? SECTIONS.find((known) => isJsonObject(document[known])) ?? SECTIONS[0]
      change([section, name], entry)
    },
    remove: (name) => {
      const section = sectionOf(name)
      if (section === undefined) return false
      change([section, name], undefined)
      return true
    },
    save: async () => {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      // A link, as people who keep their settings in a repository have it, stays one.
      const target = await realpath(file).catch(() => file)
      const draft = `${target}.${process.pid}.tmp`
      const mode = (await stat(target).catch(() => undefined))?.mode ?? 0o600
      await writeFile(draft, text.endsWith('\n') ? text : `${text}\n`, { mode: mode & 0o777 })
      await rename(draft, target)
    },
  }
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).replace(/^\ufeff/, '')
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined
    throw new ConfigFileError(`${file} cannot be read: ${messageOf(error)}`, file, error)
  }
}

async function read(text: string, file: string): Promise<JsonObject> {
  const document = await parseJsonc(text)
  if ('problem' in document) {
    const { problem, line, column } = document
    throw new ConfigFileError(
      `${file}:${line}:${column}: this is no JSON: ${problem}. Nothing was changed.`,
      file,
    )
  }
  if (isJsonObject(document.value)) return document.value
  throw new ConfigFileError(`${file} holds no object, so it cannot be changed.`, file)
}

/** The file to write: the user's, or the project's, by default in the working directory. */
export async function targetFile(host: CliHost, isProject: boolean): Promise<string> {
  if (!isProject) return placesOf(host).userConfig
  return (await findProjectFile(host)) ?? join(host.cwd, PROJECT_FILE)
}
