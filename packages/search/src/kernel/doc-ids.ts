import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { grown } from './hash-table.ts'
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

/** Document ids: short numbers that stay the same while a document moves between partitions. */
export interface DocIds {
  readonly get: (id: string) => number | undefined
  /** Assigns a docId to a new id; docIds of released ids are used again. */
  readonly create: (id: string) => number
  readonly release: (docId: number) => void
  readonly idOf: (docId: number) => string
  /** Sets the address of a document. */
  readonly place: (docId: number, partition: Partition, ordinal: number) => void
  readonly addressOf: (docId: number) => DocAddress
  /** Says of partitions that were saved which they are, in the order of the time. */
  readonly settle: (partitions: readonly Partition[]) => void
  /** Writes all there is, the documents being in these partitions. */
  readonly save: (out: SectionWriter, partitions: readonly Partition[]) => void
}

/**
 * Ids that a table does not keep as they are: half a character, a mark that is taken for one of the byte order, and
 * the empty text, which marks a released id.
 */
const UNKEPT = /^$|[\p{Surrogate}\ufeff]/u

/** Creates an empty set of docIds, or the one that was saved. Ids that were saved become texts when they are asked for. */
export function createDocIds(saved?: SectionReader): DocIds {
  const restored = saved === undefined ? undefined : readDocIds(saved)
  const table = restored?.table
  const restoredCount = table?.count ?? 0
  /** Those that are not in the table. */
  const byId = new Map<string, number>(restored?.others)
  const ids = new Array<string | undefined>(restoredCount)
  for (const [id, docId] of byId) ids[docId] = id
  const free: number[] = restored?.free ?? []
  const places = createDocAddresses(saved)

  const find = (id: string, ids: TermTable): number | undefined => {
    const docId = findTerm(ids, encodeTerm(id))
    // The docId may belong to another id by now, and texts that UTF-8 cannot encode may look alike.
    return docId >= 0 && idOf(docId) === id ? docId : undefined
  }
  const idOf = (docId: number): string => {
    const known = ids[docId]
    if (known !== undefined || docId >= restoredCount) return known as string
    const id = termText(table as TermTable, docId)
    ids[docId] = id
    return id
  }

  return {
    get: (id) => byId.get(id) ?? (table === undefined ? undefined : find(id, table)),
    create: (id) => {
      const docId = free.pop() ?? ids.length
      ids[docId] = id
      byId.set(id, docId)
      return docId
    },
    release: (docId) => {
      byId.delete(idOf(docId))
      ids[docId] = ''
      places.clear(docId)
      free.push(docId)
    },
    idOf,
    place: places.set,
    addressOf: places.get,
    settle: places.settle,
    save: (out, partitions) => {
      const freed = new Set(free)
      const texts = Array.from(ids, (_, docId) => (freed.has(docId) ? '' : idOf(docId)))
      const others: [string, number][] = []
      for (const [docId, id] of texts.entries()) {
        if (UNKEPT.test(id) && !freed.has(docId)) others.push([id, docId])
      }
      const left = new Set([...free, ...others.map(([, docId]) => docId)])
      const listed = { size: texts.length, keys: () => texts.values() }
      writeTermTable(buildTermTable(listed, left), out)
      out.add(Uint32Array.from(free))
      out.addJson(others)
      places.save(out, partitions)
    },
  }
}

interface SavedDocIds {
  /** By docId. */
  readonly table: TermTable
  readonly free: number[]
  readonly others: readonly (readonly [id: string, docId: number])[]
}

function readDocIds(saved: SectionReader): SavedDocIds {
  return {
    table: readTermTable(saved),
    free: Array.from(saved.next(Uint32Array)),
    others: saved.nextJson() as SavedDocIds['others'],
  }
}

/** Where a document is. */
export interface DocAddress {
  readonly partition: Partition
  readonly ordinal: number
}

/** Where the documents of docIds are, in numbers alone, so that they can be saved and restored at once. */
export interface DocAddresses {
  readonly set: (docId: number, partition: Partition, ordinal: number) => void
  readonly clear: (docId: number) => void
  /** The address of a document that has one. */
  readonly get: (docId: number) => DocAddress
  /** Says of partitions that were saved which they are, in the order of the time. */
  readonly settle: (partitions: readonly Partition[]) => void
  /** Writes all places, which are in these partitions. */
  readonly save: (out: SectionWriter, partitions: readonly Partition[]) => void
}

/** Number of no partition. */
const NOWHERE = 0

/** Creates empty {@link DocAddresses}, or those that were saved; then they are good once they are settled. */
function createDocAddresses(saved?: SectionReader): DocAddresses {
  // By docId: the number of the partition, and the ordinal in it.
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
  const clear = (docId: number): void => {
    const number = numbers[docId] as number
    if (number === NOWHERE) return
    numbers[docId] = NOWHERE
    population[number] = (population[number] as number) - 1
    if (population[number] !== 0) return
    if (number === lastNumber) last = undefined
    numberOf.delete(partitions[number] as Partition)
    partitions[number] = undefined
    free.push(number)
  }

  return {
    set: (docId, partition, ordinal) => {
      numbers = grown(numbers, docId + 1)
      ordinals = grown(ordinals, docId + 1)
      clear(docId)
      const number = enter(partition)
      numbers[docId] = number
      ordinals[docId] = ordinal
      population[number] = (population[number] as number) + 1
    },
    clear,
    get: (docId) => ({
      partition: partitions[numbers[docId] as number] as Partition,
      ordinal: ordinals[docId] as number,
    }),
    settle: (settled) => {
      for (const partition of settled) population[enter(partition)] = partition.size - partition.deletedCount
    },
    save: (out, saved) => {
      const numberIn = new Map(saved.map((partition, i) => [numberOf.get(partition), i + 1]))
      out.add(numbers.map((number) => numberIn.get(number) ?? NOWHERE))
      out.add(ordinals.slice())
    },
  }
}
