import { readFile, stat } from 'node:fs/promises'
import { MAX_CONFIG_BYTES } from '@toolscout/mcp/internal'
import { messageOf } from '@toolscout/model/internal'
import { CliError, isMissing } from '../errors.ts'

/** The text of a bounded file without a byte order mark; `undefined` when there is none. Rejects with `CONFIG_FILE_INVALID`. */
export async function readText(
  file: string,
  maxBytes: number = MAX_CONFIG_BYTES,
): Promise<string | undefined> {
  try {
    const { size } = await stat(file)
    if (size > maxBytes) throw new RangeError(`it has ${size} bytes; at most ${maxBytes} are read.`)
    return (await readFile(file, 'utf8')).replace(/^\ufeff/, '')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw new CliError('CONFIG_FILE_INVALID', `${file} cannot be read: ${messageOf(error)}`, { cause: error })
  }
}
