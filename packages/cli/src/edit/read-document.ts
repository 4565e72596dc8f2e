import { readFile, stat } from 'node:fs/promises'
import { MAX_CONFIG_BYTES, parseJsonc } from '@toolscout/mcp/internal'
import { messageOf } from '@toolscout/model/internal'
import { CliError, isMissing } from '../errors.ts'

/** Claude Code keeps its history in the file of its servers. */
const MAX_CLIENT_BYTES = 64 * MAX_CONFIG_BYTES

/**
 * The text of another program's file, a byte order mark included; `undefined` when there is none. Rejects with
 * `CONFIG_FILE_INVALID` where it cannot be read, or is no text that could be written again as it was.
 */
export async function readWhole(file: string): Promise<string | undefined> {
  try {
    const { size } = await stat(file)
    if (size > MAX_CLIENT_BYTES)
      throw new RangeError(`it has ${size} bytes; at most ${MAX_CLIENT_BYTES} are read`)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file))
  } catch (error) {
    if (isMissing(error)) return undefined
    const isEncoding = error instanceof TypeError
    const why = isEncoding ? 'it is not UTF-8 text; save it as UTF-8' : messageOf(error)
    throw new CliError('CONFIG_FILE_INVALID', `${file} cannot be read: ${why}.`, { cause: error })
  }
}

/** Whether a file is TOML; all others are JSON with comments. */
export function isToml(file: string): boolean {
  return file.endsWith('.toml')
}

/** What a text says, a byte order mark left out; `{}` for an empty one. Rejects with `CONFIG_FILE_INVALID`, with the place. */
export async function parseDocument(text: string, file: string): Promise<unknown> {
  const content = text.replace(/^\ufeff/, '')
  if (content.trim() === '') return {}
  if (isToml(file)) {
    const { parse, TomlError } = await import('smol-toml')
    try {
      return parse(content)
    } catch (error) {
      if (!(error instanceof TomlError)) throw error
      const why = messageOf(error)
        .split('\n')[0]
        ?.replace(/^Invalid TOML document: /, '')
      throw new CliError(
        'CONFIG_FILE_INVALID',
        `${file}:${error.line}:${error.column}: this is no TOML: ${why}.`,
      )
    }
  }
  const document = await parseJsonc(content)
  if (!('problem' in document)) return document.value
  const { problem, line, column } = document
  throw new CliError('CONFIG_FILE_INVALID', `${file}:${line}:${column}: this is no JSON: ${problem}.`)
}
