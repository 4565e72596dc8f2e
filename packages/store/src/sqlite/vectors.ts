import { crc32 } from 'node:zlib'
import type { EmbeddingCache } from '@toolscout/model'
import type { StoreLife } from '../store-life.ts'
import type { SqliteRow } from './drivers.ts'
import { crcOf, select, textOf } from './rows.ts'
import type { Session } from './session.ts'

/** The columns that {@link readVector} reads. */
export const VECTOR_COLUMNS: string = select({ key: 'bytes', crc: 'integer', vector: 'bytes' })

/** Vectors that are kept: of 384 numbers 1.5 GB. */
const MAX_VECTORS = 1_000_000

/** Keeps vectors by their key; what is damaged is forgotten, as is what came first when there are too many. */
export function createVectors(session: Session, life: StoreLife): EmbeddingCache {
  return Object.freeze({
    get: (keys) =>
      life.run(undefined, () =>
        session.read((connection) =>
          keys.map((key) => {
            const row = connection.get(`select ${VECTOR_COLUMNS} from vectors where key = ?`, key)
            return row === undefined ? undefined : readVector(row, key)
          }),
        ),
      ),
    set: (entries) =>
      life.run(undefined, () => {
        if (entries.length === 0) return
        session.write((connection, state) => {
          for (const [key, vector] of entries) {
            const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
            connection.run(
              'insert or replace into vectors (key, crc, vector) values (?, ?, ?)',
              key,
              crcOf(key, crc32(bytes)),
              bytes,
            )
          }
          connection.run(
            'delete from vectors where number <= (select max(number) from vectors) - ?',
            MAX_VECTORS,
          )
          return state
        })
      }),
  } satisfies EmbeddingCache)
}

/** The vector of a row, or `undefined` when it is not as it was written, or under another key. */
export function readVector(row: SqliteRow, key: string = textOf(row, 'key')): Float32Array | undefined {
  const { crc, vector } = row
  if (!(vector instanceof Uint8Array) || textOf(row, 'key') !== key) return undefined
  if (crcOf(key, crc32(vector)) !== crc || vector.length % 4 !== 0) return undefined
  // Bytes as SQLite gives them need not lie where numbers may, and the slice of a Buffer copies nothing.
  return new Float32Array(new Uint8Array(vector).buffer)
}
