import { appendFile, chmod, mkdir, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { JsonObject } from '@toolscout/model'
import { oneLine, truncate } from '@toolscout/model/internal'

/** How urgent a line is. */
export type LogLevelName = 'INFO' | 'WARN' | 'ERROR'

/** A file of lines that never grows beyond its bounds. */
export interface LogFile {
  /** Writes a line, soon. Never throws; what cannot be written is lost. */
  readonly write: (level: LogLevelName, message: string, facts?: JsonObject) => void
  /** Resolves when everything so far is written or lost. */
  readonly flushed: () => Promise<void>
}

/** Bytes of a file, and files there are at most, the one that is written included: a month of usual work in each. */
const DEFAULT_LOG_LIMITS: LogLimits = Object.freeze({ maxBytes: 1_048_576, maxFiles: 3 })

/** See {@link DEFAULT_LOG_LIMITS}. */
type LogLimits = { readonly maxBytes: number; readonly maxFiles: number }

/** Longest text of a line, in code points. */
const MAX_LINE_LENGTH = 1_000
/** Lines that wait to be written; a disk that is slower loses the others. */
const MAX_WAITING = 1_000

/**
 * Opens a log. A file that would grow beyond `maxBytes` becomes `<path>.1`, that one `<path>.2`, and so on; the last
 * goes. Only the user may read them.
 */
export function createLogFile(
  path: string,
  { maxBytes, maxFiles }: LogLimits = DEFAULT_LOG_LIMITS,
  now: () => Date = () => new Date(),
): LogFile {
  let bytes: number | undefined
  let waiting = 0
  let queue = Promise.resolve()

  const append = async (line: string): Promise<void> => {
    if (bytes === undefined) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      bytes = (await stat(path).catch(() => undefined))?.size ?? 0
      if (bytes > 0) await chmod(path, 0o600)
    }
    const size = Buffer.byteLength(line)
    if (bytes > 0 && bytes + size > maxBytes) {
      await rotate(path, maxFiles)
      bytes = 0
    }
    await appendFile(path, line, { mode: 0o600 })
    bytes += size
  }
  return {
    write: (level, message, facts) => {
      if (waiting >= MAX_WAITING) return
      waiting += 1
      const told = facts === undefined ? '' : ` ${JSON.stringify(facts)}`
      const line = `${now().toISOString()} [${level}] ${truncate(oneLine(`${message}${told}`), MAX_LINE_LENGTH)}\n`
      queue = queue
        .then(() => append(line))
        .catch(() => {})
        .finally(() => {
          waiting -= 1
        })
    },
    flushed: () => queue,
  }
}

async function rotate(path: string, maxFiles: number): Promise<void> {
  for (let number = maxFiles - 1; number >= 1; number -= 1) {
    const from = number === 1 ? path : `${path}.${number - 1}`
    await rename(from, `${path}.${number}`).catch(() => {})
  }
}
