import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { grown } from './growing-array.ts'
import type { Partition } from './partition.ts'

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
