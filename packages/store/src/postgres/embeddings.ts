import { type EmbeddingCache, StoreDamagedError } from '@toolscout/model'
import type { Ask } from './database.ts'
import { STORE } from './failures.ts'
import { GET_VECTORS, SET_VECTORS } from './sql/reading.ts'
import { isStorable } from './storable.ts'

const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT

/** Vectors beside the tools, in little-endian order on every machine that has a database driver. */
export function createEmbeddings(ask: Ask): EmbeddingCache {
  return Object.freeze({
    get: async (keys: readonly string[]) => {
      const rows = await ask({ ...GET_VECTORS, values: [keys.filter(isStorable)] })
      const vectors = new Map(rows.map((row) => [row.key as string, toVector(row.vector as Uint8Array)]))
      return keys.map((key) => vectors.get(key)?.slice())
    },
    set: async (entries: readonly (readonly [key: string, vector: Float32Array])[]) => {
      const vectors = new Map(entries)
      const bytes = Array.from(vectors.values(), (vector) =>
        Buffer.from(vector.buffer.slice(vector.byteOffset, vector.byteOffset + vector.byteLength)),
      )
      await ask({ ...SET_VECTORS, values: [[...vectors.keys()], bytes] })
    },
  })
}

function toVector(bytes: Uint8Array): Float32Array {
  if (bytes.length % FLOAT_BYTES !== 0) throw new StoreDamagedError(STORE, 'A vector has a part of a number.')
  return new Float32Array(new Uint8Array(bytes).buffer)
}
