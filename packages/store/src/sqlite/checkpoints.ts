import { basename, dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type Checkpoint, StoreUnavailableError } from '@toolscout/model'
import { messageOf, quote } from '@toolscout/model/internal'
import { checkCheckpoint } from '../check-requests.ts'
import type { FileSystem } from './file-system.ts'
import { crcOf, numberOf, select, textOf } from './row-checks.ts'
import type { Session } from './session.ts'

/** Checkpoints of a store. */
export interface Checkpoints {
  readonly save: (name: string, checkpoint: Checkpoint) => void
  readonly load: (name: string) => Checkpoint | undefined
  /** Takes away files that no row names, such as after a crash between file and row. */
  readonly sweep: () => void
}

const FIND = `select ${select({ revision: 'integer', file: 'bytes', crc: 'integer' })} from checkpoints where name = ?`

/**
 * Checkpoints lie in files beside the database: they are tens of megabytes in one piece, which SQLite would write twice
 * and read page by page. A row names the file and its checksum, so that file and row are one or the checkpoint is none.
 */
export function createCheckpoints(session: Session, files: FileSystem): Checkpoints {
  const folder = dirname(session.path)
  const prefix = `${basename(session.path)}-checkpoint-`

  const sweep = (): void => {
    const rows = session.read((connection) =>
      connection.all(`select ${select({ file: 'bytes' })} from checkpoints`),
    )
    const named = new Set(rows.map((row) => textOf(row, 'file')))
    for (const name of files.list(folder)) {
      if (name.startsWith(prefix) && !named.has(name)) files.remove(join(folder, name))
    }
  }
  return {
    save: (name, checkpoint) => {
      const { revision, bytes } = checkpoint
      checkCheckpoint(
        name,
        checkpoint,
        session.read((_, state) => state.revision),
      )
      const bytesCrc = crc32(bytes)
      const file = `${prefix}${name}-${revision}-${bytesCrc.toString(16)}`
      onFiles(session.path, () => files.write(join(folder, file), bytes))
      const crc = crcOf(name, revision, file, bytesCrc)
      session.write((connection, state) => {
        connection.run(
          'insert or replace into checkpoints (name, revision, file, crc) values (?, ?, ?, ?)',
          name,
          revision,
          file,
          crc,
        )
        return state
      })
      try {
        sweep()
      } catch {
        // What is left over is no part of the store; the next sweep finds it.
      }
    },
    load: (name) => {
      const row = session.read((connection) => connection.get(FIND, name))
      if (row === undefined) return undefined
      const [revision, file] = [numberOf(row, 'revision'), textOf(row, 'file')]
      // A database under another name has no checkpoint yet; and a damaged name must not lead out of the folder.
      if (basename(file) !== file || !file.startsWith(prefix)) return undefined
      const bytes = onFiles(session.path, () => files.read(join(folder, file)))
      if (bytes === undefined || crcOf(name, revision, file, crc32(bytes)) !== row.crc) return undefined
      return { revision, bytes }
    },
    sweep: () => onFiles(session.path, sweep),
  }
}

/** @throws StoreUnavailableError `STORE_UNAVAILABLE` for what the system refuses. */
export function onFiles<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Error) || Reflect.get(error, 'syscall') === undefined) throw error
    const message = `A file beside ${quote(path)} could not be read or written: ${messageOf(error)}`
    throw new StoreUnavailableError(message, { store: 'sqlite', state: 'unchanged' }, error)
  }
}
