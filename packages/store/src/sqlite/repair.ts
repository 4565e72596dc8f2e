import { onFiles } from './checkpoints.ts'
import type { SqliteDriver } from './connection.ts'
import type { FileSystem } from './file-system.ts'
import { securePlace } from './place.ts'
import { textOf } from './row-checks.ts'
import { salvage } from './salvage.ts'
import { createTables, setUp } from './schema.ts'
import type { Session } from './session.ts'
import { toStoreError } from './store-error.ts'
import { readState, writeState } from './store-state.ts'
import { readVector } from './vectors.ts'
import { writeBatch } from './write-batch.ts'

/**
 * Replaces a damaged file by a new one with all readable records; the old one is kept next to it. Followers of changes have
 * to load everything again; checkpoints are lost.
 *
 * @returns the ids that could not be saved.
 */
export function repairStore(session: Session, driver: SqliteDriver, files: FileSystem): readonly string[] {
  try {
    return layAnew(session, driver, files)
  } catch (error) {
    throw toStoreError(error, session.path)
  }
}

function layAnew(session: Session, driver: SqliteDriver, files: FileSystem): readonly string[] {
  const { path } = session
  const fresh = `${path}-repair`
  onFiles(path, () => removeDatabase(files, fresh))
  const damaged = session.openReader()
  const { records, items, vectors, lost, revision } = (() => {
    try {
      return salvage(damaged)
    } finally {
      damaged.close()
    }
  })()
  securePlace(fresh)
  const connection = driver.open(fresh)
  try {
    setUp(connection, fresh)
    createTables(connection, fresh)
    connection.exec('begin immediate')
    const filled = writeBatch(connection, readState(connection), { tools: records, items })
    writeState(connection, { ...filled, revision: revision + 1, forgotten: revision + 1 })
    for (const row of vectors) {
      if (readVector(row) === undefined) continue
      connection.run(
        'insert or ignore into vectors (key, crc, vector) values (?, ?, ?)',
        textOf(row, 'key'),
        row.crc ?? null,
        row.vector ?? null,
      )
    }
    connection.exec('commit')
    // The file is to be whole alone, for it alone is moved.
    connection.exec('pragma journal_mode = delete')
  } finally {
    connection.close()
  }
  session.leave()
  onFiles(path, () => {
    // The damaged file may still hold what could not be read here.
    files.copy(path, `${path}-damaged`)
    // A log of the damaged file would be read into the new one.
    for (const suffix of ['-wal', '-shm']) files.remove(`${path}${suffix}`)
    files.rename(fresh, path)
  })
  return lost
}

function removeDatabase(files: FileSystem, path: string): void {
  for (const suffix of ['', '-wal', '-shm']) files.remove(`${path}${suffix}`)
}
