import { parseJsonc } from '@toolscout/mcp/internal'
import { messageOf } from '@toolscout/model/internal'
import { CliError } from '../errors.ts'

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
        `${file}:${error.line}:${error.column}: this is not TOML: ${why}.`,
      )
    }
  }
  const document = await parseJsonc(content)
  if (!('problem' in document)) return document.value
  const { problem, line, column } = document
  throw new CliError('CONFIG_FILE_INVALID', `${file}:${line}:${column}: this is not JSON: ${problem}.`)
}
