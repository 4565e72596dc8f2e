import { readFile, stat } from 'node:fs/promises'
import { MAX_CONFIG_BYTES } from '@toolscout/mcp/internal'
import { messageOf } from '@toolscout/model/internal'
import { CliError, isMissing } from '../errors.ts'

/** Claude Code keeps its history in the file of its servers. */
const MAX_CLIENT_BYTES = 64 * MAX_CONFIG_BYTES

/** As {@link readWhole}, of a smaller file and without a byte order mark. */
export async function readText(
  file: string,
  maxBytes: number = MAX_CONFIG_BYTES,
): Promise<string | undefined> {
  return (await readWhole(file, maxBytes))?.replace(/^\ufeff/, '')
}

/**
 * The text of a bounded file, a byte order mark included; `undefined` when there is none. Rejects with
 * `CONFIG_FILE_INVALID` where it cannot be read, or is no text that could be written again as it was.
 */
export async function readWhole(
  file: string,
  maxBytes: number = MAX_CLIENT_BYTES,
): Promise<string | undefined> {
  try {
    const { size } = await stat(file)
    if (size > maxBytes) throw new RangeError(`it has ${size} bytes; at most ${maxBytes} are read`)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file))
  } catch (error) {
    if (isMissing(error)) return undefined
    const isEncoding = error instanceof TypeError
    const why = isEncoding ? 'it is not UTF-8 text; save it as UTF-8' : messageOf(error)
    throw new CliError('CONFIG_FILE_INVALID', `${file} cannot be read: ${why}.`, { cause: error })
  }
}
