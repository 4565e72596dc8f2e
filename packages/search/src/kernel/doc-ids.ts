import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import type { Partition } from './partition.ts'
import { grown, TextTable } from './text-table.ts'

/** Where a document is. */
export interface DocAddress {
  readonly partition: Partition
  readonly ordinal: number
}

/** Document ids: short numbers that stay the same while a document moves between partitions, and are used again. */
export class DocIds {
  readonly #table: TextTable
  // By docId. Ids that were saved become texts when they are asked for.
  readonly #ids: (string | undefined)[]
  readonly #partitions: (Partition | undefined)[]
  #ordinals: Uint32Array

  constructor(saved?: SectionReader) {
    this.#table = new TextTable(saved)
    const { count } = this.#table
    this.#ids = new Array<string | undefined>(count)
    this.#partitions = new Array<Partition | undefined>(count)
    this.#ordinals = new Uint32Array(Math.max(64, count))
  }

  get(id: string): number | undefined {
    const docId = this.#table.find(id)
    return docId < 0 ? undefined : docId
  }

  /** Assigns a docId to a new id. */
  create(id: string): number {
    const docId = this.#table.add(id)
    this.#ids[docId] = id
    return docId
  }

  release(docId: number): void {
    this.#table.remove(docId)
    this.#ids[docId] = undefined
    this.#partitions[docId] = undefined
  }

  idOf(docId: number): string {
    const id = this.#ids[docId] ?? this.#table.textOf(docId)
    this.#ids[docId] = id
    return id
  }

  /** Sets the address of a document. */
  place(docId: number, partition: Partition, ordinal: number): void {
    this.#ordinals = grown(this.#ordinals, docId + 1)
    this.#partitions[docId] = partition
    this.#ordinals[docId] = ordinal
  }

  /** Sets the addresses of all documents of a partition. */
  settle(partition: Partition): void {
    for (let ordinal = 0; ordinal < partition.size; ordinal += 1) {
      if (partition.deleted[ordinal] === 0)
        this.place(partition.docIds[ordinal] as number, partition, ordinal)
    }
  }

  /** The address of a document that has one. */
  addressOf(docId: number): DocAddress {
    return {
      partition: this.#partitions[docId] as Partition,
      ordinal: this.#ordinals[docId] as number,
    }
  }

  /** Writes the ids; addresses are those of the partitions. */
  save(out: SectionWriter): void {
    this.#table.save(out)
  }
}
