import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { compareIds } from '@toolscout/model'
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

/** Records of this process; `set` takes one as it was written. */
export interface PackedRecords extends CatalogCopy {
  readonly set: (id: string, text: string) => void
  /** What blocks take, and the length of what is not packed yet. */
  readonly byteLength: () => number
}

/** Holds records packed in blocks, of which one is read at a time, and checked only then. */
export function createPackedRecords(): PackedRecords {
  const blocks = new Map<number, Block>()
  /** The number of the block that each record is in. */
  const numbers = new Map<string, number>()
  /** What is packed next, under the number that is next. */
  let open = new Map<string, string>()
  let length = 0
  let next = 0
  let lastRead = { number: -1, texts: open }

  const textsOf = (number: number, { bytes }: Block): ReadonlyMap<string, string> => {
    if (lastRead.number !== number) {
      const parts = inflateRawSync(bytes).toString().split(SEPARATOR)
      const texts = new Map<string, string>()
      for (let i = 0; i < parts.length; i += 2) texts.set(parts[i] as string, parts[i + 1] as string)
      lastRead = { number, texts }
    }
    return lastRead.texts
  }
  const get = <Result>(id: string, read: (id: string, text: string) => Result): Result | undefined => {
    const number = numbers.get(id) ?? -1
    const block = blocks.get(number)
    const text = (block === undefined ? open : textsOf(number, block)).get(id)
    return text === undefined ? undefined : read(id, text)
  }
  /** Takes a record away from where it is; a block of which half is gone is packed again, with others. */
  const leave = (id: string): void => {
    open.delete(id)
    const number = numbers.get(id) ?? -1
    const block = blocks.get(number)
    if (block === undefined) return
    block.counting -= 1
    if (2 * block.counting > block.count) return
    blocks.delete(number)
    for (const [other, text] of textsOf(number, block))
      if (other !== id && numbers.get(other) === number) set(other, text)
  }
  const set = (id: string, text: string): void => {
    leave(id)
    numbers.set(id, next)
    open.set(id, text)
    length += id.length + text.length
    if (length < BLOCK_LENGTH) return
    const packed = deflateRawSync([...open].flat().join(SEPARATOR), { level: LEVEL })
    const count = open.size
    // A copy, because what is packed lies in memory of the greatest length.
    blocks.set(next, { bytes: new Uint8Array(packed), count, counting: count })
    next += 1
    open = new Map()
    length = 0
  }
  return {
    set,
    byteLength: () => [...blocks.values()].reduce((sum, { bytes }) => sum + bytes.length, length),
    ids: () => [...numbers.keys()].sort(compareIds),
    record: (id) => get(id, readRecord),
    summary: (id) => get(id, readSummary),
    take: async (changes) => {
      const slices = createSlices()
      for (const change of changes) {
        if (change.type === 'put') set(change.record.tool.id, JSON.stringify(change.record))
        else if (change.type === 'delete') {
          leave(change.id)
          numbers.delete(change.id)
        }
        if (slices.isOver()) await slices.next()
      }
    },
  }
}
