import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { grown } from './growing-array.ts'
import type { Partition } from './partition.ts'
import {
  buildTermTable,
  encodeTerm,
  findTerm,
  readTermTable,
  type TermTable,
  termText,
  writeTermTable,
} from './term-table.ts'

/** Short numbers that stand for documents and stay the same while a document moves between partitions. */
export interface Handles {
  readonly get: (id: string) => number | undefined
  /** Gives a new id a handle; handles of released ids are used again. */
  readonly create: (id: string) => number
  readonly release: (handle: number) => void
  readonly idOf: (handle: number) => string
  /** Says where the document of a handle is now. */
  readonly place: (handle: number, partition: Partition, ordinal: number) => void
  readonly locationOf: (handle: number) => Location
  /** Says of partitions that were saved which they are, in the order of the time. */
  readonly settle: (partitions: readonly Partition[]) => void
  /** Writes all there is, the documents being in these partitions. */
  readonly save: (out: SectionWriter, partitions: readonly Partition[]) => void
}

/**
 * Ids that a table does not keep as they are: half a character, a mark that is taken for one of the byte order, and
 * nothing, which stands where an id was released.
 */
const UNKEPT = /^$|[\p{Surrogate}\ufeff]/u

/** Creates an empty set of handles, or the one that was saved. Ids that were saved become texts when they are asked for. */
export function createHandles(saved?: SectionReader): Handles {
  const restored = saved === undefined ? undefined : readHandles(saved)
  const table = restored?.table
  const restoredCount = table?.count ?? 0
  /** Those that are not in the table. */
  const byId = new Map<string, number>(restored?.others)
  const ids = new Array<string | undefined>(restoredCount)
  for (const [id, handle] of byId) ids[handle] = id
  const free: number[] = restored?.free ?? []
  const places = createPlaces(saved)

  const find = (id: string, ids: TermTable): number | undefined => {
    const handle = findTerm(ids, encodeTerm(id))
    // The handle may stand for another id by now, and what UTF-8 does not keep may look like another.
    return handle >= 0 && idOf(handle) === id ? handle : undefined
  }
  const idOf = (handle: number): string => {
    const known = ids[handle]
    if (known !== undefined || handle >= restoredCount) return known as string
    const id = termText(table as TermTable, handle)
    ids[handle] = id
    return id
  }

  return {
    get: (id) => byId.get(id) ?? (table === undefined ? undefined : find(id, table)),
    create: (id) => {
      const handle = free.pop() ?? ids.length
      ids[handle] = id
      byId.set(id, handle)
      return handle
    },
    release: (handle) => {
      byId.delete(idOf(handle))
      ids[handle] = ''
      places.clear(handle)
      free.push(handle)
    },
    idOf,
    place: places.set,
    locationOf: places.get,
    settle: places.settle,
    save: (out, partitions) => {
      const freed = new Set(free)
      const texts = Array.from(ids, (_, handle) => (freed.has(handle) ? '' : idOf(handle)))
      const others: [string, number][] = []
      for (const [handle, id] of texts.entries()) {
        if (UNKEPT.test(id) && !freed.has(handle)) others.push([id, handle])
      }
      const left = new Set([...free, ...others.map(([, handle]) => handle)])
      const listed = { size: texts.length, keys: () => texts.values() }
      writeTermTable(buildTermTable(listed, left), out)
      out.add(Uint32Array.from(free))
      out.addJson(others)
      places.save(out, partitions)
    },
  }
}

interface SavedHandles {
  /** By handle. */
  readonly table: TermTable
  readonly free: number[]
  readonly others: readonly (readonly [id: string, handle: number])[]
}

function readHandles(saved: SectionReader): SavedHandles {
  return {
    table: readTermTable(saved),
    free: Array.from(saved.next(Uint32Array)),
    others: saved.nextJson() as SavedHandles['others'],
  }
}

/** Where a document is. */
export interface Location {
  readonly partition: Partition
  readonly ordinal: number
}

/** Where the documents of handles are, in numbers alone, so that they can be saved and restored at once. */
export interface Places {
  readonly set: (handle: number, partition: Partition, ordinal: number) => void
  readonly clear: (handle: number) => void
  /** The place of a handle that has one. */
  readonly get: (handle: number) => Location
  /** Says of partitions that were saved which they are, in the order of the time. */
  readonly settle: (partitions: readonly Partition[]) => void
  /** Writes all places, which are in these partitions. */
  readonly save: (out: SectionWriter, partitions: readonly Partition[]) => void
}

/** Number of no partition. */
const NOWHERE = 0

/** Creates empty {@link Places}, or those that were saved; then they are good once they are settled. */
export function createPlaces(saved?: SectionReader): Places {
  // By handle: the number of the partition, and the ordinal in it.
  let numbers = saved === undefined ? new Uint32Array(64) : saved.next(Uint32Array).slice()
  let ordinals = saved === undefined ? new Uint32Array(64) : saved.next(Uint32Array).slice()
  /** By number: the partition, and how many documents have their place there; without any it is let go of. */
  const partitions: (Partition | undefined)[] = [undefined]
  const population: number[] = [0]
  const free: number[] = []
  const numberOf = new Map<Partition, number>()
  /** Documents of one partition are placed in a row. */
  let last: Partition | undefined
  let lastNumber = NOWHERE

  const enter = (partition: Partition): number => {
    if (partition === last) return lastNumber
    last = partition
    lastNumber = numberOf.get(partition) ?? NOWHERE
    if (lastNumber !== NOWHERE) return lastNumber
    lastNumber = free.pop() ?? partitions.length
    partitions[lastNumber] = partition
    population[lastNumber] = 0
    numberOf.set(partition, lastNumber)
    return lastNumber
  }
  const clear = (handle: number): void => {
    const number = numbers[handle] as number
    if (number === NOWHERE) return
    numbers[handle] = NOWHERE
    population[number] = (population[number] as number) - 1
    if (population[number] !== 0) return
    if (number === lastNumber) last = undefined
    numberOf.delete(partitions[number] as Partition)
    partitions[number] = undefined
    free.push(number)
  }

  return {
    set: (handle, partition, ordinal) => {
      numbers = grown(numbers, handle + 1)
      ordinals = grown(ordinals, handle + 1)
      clear(handle)
      const number = enter(partition)
      numbers[handle] = number
      ordinals[handle] = ordinal
      population[number] = (population[number] as number) + 1
    },
    clear,
    get: (handle) => ({
      partition: partitions[numbers[handle] as number] as Partition,
      ordinal: ordinals[handle] as number,
    }),
    settle: (settled) => {
      for (const partition of settled) population[enter(partition)] = partition.size - partition.deadCount
    },
    save: (out, saved) => {
      const numberIn = new Map(saved.map((partition, i) => [numberOf.get(partition), i + 1]))
      out.add(numbers.map((number) => numberIn.get(number) ?? NOWHERE))
      out.add(ordinals.slice())
    },
  }
}
