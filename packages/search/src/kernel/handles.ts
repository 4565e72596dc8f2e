import { grown } from './growing-array.ts'
import type { Partition } from './partition.ts'

/** Short numbers that stand for documents and stay the same while a document moves between partitions. */
export interface Handles {
  readonly get: (id: string) => number | undefined
  /** Gives a new id a handle; handles of released ids are used again. */
  readonly create: (id: string) => number
  readonly release: (handle: number) => void
  readonly idOf: (handle: number) => string
  /** Says where the document of a handle is now. */
  readonly place: (handle: number, partition: Partition, ordinal: number) => void
  readonly locationOf: (handle: number) => { readonly partition: Partition; readonly ordinal: number }
}

/** Creates an empty set of handles. */
export function createHandles(): Handles {
  const byId = new Map<string, number>()
  const ids: string[] = []
  const free: number[] = []
  const partitions: (Partition | undefined)[] = []
  let ordinals = new Uint32Array(64)

  return {
    get: (id) => byId.get(id),
    create: (id) => {
      const handle = free.pop() ?? ids.length
      ids[handle] = id
      byId.set(id, handle)
      ordinals = grown(ordinals, handle + 1)
      return handle
    },
    release: (handle) => {
      byId.delete(ids[handle] as string)
      ids[handle] = ''
      partitions[handle] = undefined
      free.push(handle)
    },
    idOf: (handle) => ids[handle] as string,
    place: (handle, partition, ordinal) => {
      partitions[handle] = partition
      ordinals[handle] = ordinal
    },
    locationOf: (handle) => ({
      partition: partitions[handle] as Partition,
      ordinal: ordinals[handle] as number,
    }),
  }
}
