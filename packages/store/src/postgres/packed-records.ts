import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type CatalogRecord, compareIds, type ToolSummary } from '@toolscout/model'
import { type CatalogCopy, createSlices } from '@toolscout/model/internal'
import { readRecord, readSummary } from './history.ts'

/** Characters that are packed together: more take little less memory, and longer to read one record of. */
const BLOCK_LENGTH = 8_192
/** How hard is packed: harder takes longer, and little less memory. */
const LEVEL = 3
/** Stands in no id, in no `text` of PostgreSQL, and in no JSON, where control characters are escaped. */
const SEPARATOR = '\0'

/** Records that were packed together; those that count are no longer all when some were replaced. */
interface Block {
  readonly bytes: Uint8Array
  readonly count: number
  counting: number
}

/** Records of this process, packed in blocks, of which one is read at a time, and checked only then. */
export class PackedRecords implements CatalogCopy {
  readonly #blocks = new Map<number, Block>()
  /** The number of the block that each record is in. */
  readonly #numbers = new Map<string, number>()
  /** What is packed next, under the number that is next. */
  #open = new Map<string, string>()
  #length = 0
  #next = 0
  #lastRead = { number: -1, texts: this.#open }

  /** Packs records as they were written. */
  static async of(texts: AsyncIterable<readonly [id: string, text: string]>): Promise<PackedRecords> {
    const packed = new PackedRecords()
    for await (const [id, text] of texts) packed.set(id, text)
    return packed
  }

  /** Takes a record as it was written. */
  set(id: string, text: string): void {
    this.#leave(id)
    this.#numbers.set(id, this.#next)
    this.#open.set(id, text)
    this.#length += id.length + text.length
    if (this.#length < BLOCK_LENGTH) return
    const packed = deflateRawSync([...this.#open].flat().join(SEPARATOR), { level: LEVEL })
    const count = this.#open.size
    // A copy, because what is packed lies in memory of the greatest length.
    this.#blocks.set(this.#next, { bytes: new Uint8Array(packed), count, counting: count })
    this.#next += 1
    this.#open = new Map()
    this.#length = 0
  }

  /** What blocks take, and the length of what is not packed yet. */
  get byteLength(): number {
    return [...this.#blocks.values()].reduce((sum, { bytes }) => sum + bytes.length, this.#length)
  }

  readonly ids = (): readonly string[] => [...this.#numbers.keys()].sort(compareIds)
  readonly record = (id: string): CatalogRecord | undefined => this.#read(id, readRecord)
  readonly summary = (id: string): ToolSummary | undefined => this.#read(id, readSummary)
  readonly take: CatalogCopy['take'] = async (changes) => {
    const slices = createSlices()
    for (const change of changes) {
      if (change.type === 'put') this.set(change.record.tool.id, JSON.stringify(change.record))
      else if (change.type === 'delete') {
        this.#leave(change.id)
        this.#numbers.delete(change.id)
      }
      if (slices.isOver()) await slices.next()
    }
  }

  #read<Result>(id: string, read: (id: string, text: string) => Result): Result | undefined {
    const number = this.#numbers.get(id) ?? -1
    const block = this.#blocks.get(number)
    const text = (block === undefined ? this.#open : this.#textsOf(number, block)).get(id)
    return text === undefined ? undefined : read(id, text)
  }

  #textsOf(number: number, { bytes }: Block): ReadonlyMap<string, string> {
    if (this.#lastRead.number !== number) {
      const parts = inflateRawSync(bytes).toString().split(SEPARATOR)
      const texts = new Map<string, string>()
      for (let i = 0; i < parts.length; i += 2) texts.set(parts[i] as string, parts[i + 1] as string)
      this.#lastRead = { number, texts }
    }
    return this.#lastRead.texts
  }

  /** Takes a record away from where it is; a block of which half is gone is packed again, with others. */
  #leave(id: string): void {
    this.#open.delete(id)
    const number = this.#numbers.get(id) ?? -1
    const block = this.#blocks.get(number)
    if (block === undefined) return
    block.counting -= 1
    if (2 * block.counting > block.count) return
    this.#blocks.delete(number)
    for (const [other, text] of this.#textsOf(number, block))
      if (other !== id && this.#numbers.get(other) === number) this.set(other, text)
  }
}
