import { crc32 } from 'node:zlib'
import type { SqliteConnection, SqliteRow } from '../connection.ts'
import { createInserter } from '../insert-rows.ts'
import { crcOf, expectSame, numberOf, select } from '../row-checks.ts'
import type { PostingList } from './posting-list.ts'

/** Tools that were indexed together. */
export interface Segment {
  readonly number: number
  readonly crc: number
  /** Numbers of its tools, ascending; places in here are the ordinals of postings. */
  readonly numbers: Float64Array
  /** By ordinal: the weighted length of the tool, or {@link DEAD}. */
  readonly lengths: Float64Array
  /** Tools that are not dead, and their length. */
  readonly live: number
  readonly totalLength: number
}

/** What a segment is made of. */
export interface NewSegment {
  readonly numbers: Float64Array
  readonly lengths: Float64Array
  /** By key. */
  readonly postings: Iterable<readonly [string, PostingList]>
}

/** Stands in place of the length of a tool that is gone, or is indexed anew in another segment. */
export const DEAD = -1

const POSTINGS = select({ crc: 'integer', count: 'integer', data: 'bytes' })
const READ_POSTINGS = `select ${POSTINGS} from postings where segment = ? and term = ?`

/** Remembers segments as long as they stay as they are: 16 bytes a tool. */
export function createSegmentReader(): (connection: SqliteConnection) => readonly Segment[] {
  let known = new Map<number, Segment>()
  return (connection) => {
    const rows = connection.all(
      `select ${select({ number: 'integer', crc: 'integer' })} from segments order by number`,
    )
    const read = rows.map((row) => {
      const [number, crc] = [numberOf(row, 'number'), numberOf(row, 'crc')]
      const segment = known.get(number)
      return segment?.crc === crc ? segment : readSegment(connection, number)
    })
    known = new Map(read.map((segment) => [segment.number, segment]))
    return read
  }
}

function readSegment(connection: SqliteConnection, number: number): Segment {
  const columns = select({ crc: 'integer', numbers: 'bytes', lengths: 'bytes' })
  const row = connection.get(`select ${columns} from segments where number = ?`, number)
  const numbers = floatsOf(row?.numbers)
  const lengths = floatsOf(row?.lengths)
  const crc = crcOfSegment(number, numbers, lengths)
  expectSame('The search', crc === row?.crc && numbers.length === lengths.length)
  return toSegment(number, numbers, lengths)
}

function toSegment(number: number, numbers: Float64Array, lengths: Float64Array): Segment {
  let live = 0
  let totalLength = 0
  for (const length of lengths) {
    if (length === DEAD) continue
    live += 1
    totalLength += length
  }
  return { number, crc: crcOfSegment(number, numbers, lengths), numbers, lengths, live, totalLength }
}

/** Reads the postings of a key in a segment, if there are any. @throws StoreDamagedError `STORE_DAMAGED`. */
export function readPostings(
  connection: SqliteConnection,
  segment: number,
  key: string,
): PostingList | undefined {
  const row = connection.get(READ_POSTINGS, segment, key)
  return row === undefined ? undefined : toPostings(row, segment, key)
}

/** @throws StoreDamagedError `STORE_DAMAGED` unless the row is as it was written. */
function toPostings(row: SqliteRow, segment: number, key: string): PostingList {
  const { data } = row
  const count = numberOf(row, 'count')
  expectSame(
    'The search',
    data instanceof Uint8Array && crcOfPostings(segment, key, { count, data }) === row.crc,
  )
  return { count, data: data as Uint8Array }
}

/** The postings of a segment, by key in ascending order, a few at a time. */
export function* pagesOfPostings(
  connection: SqliteConnection,
  segment: number,
): Generator<readonly (readonly [string, PostingList])[]> {
  const sql = `select cast(term as blob) as term, ${POSTINGS} from postings
    where segment = ? and term > ? order by term limit ${PAGE}`
  for (let after = ''; ; ) {
    const page = connection.all(sql, segment, after).map((row): readonly [string, PostingList] => {
      expectSame('The search', row.term instanceof Uint8Array)
      const key = Buffer.from(row.term as Uint8Array).toString()
      return [key, toPostings(row, segment, key)]
    })
    if (page.length === 0) return
    yield page
    after = page.at(-1)?.[0] as string
  }
}

const PAGE = 1_000

/** Writes a segment. */
export function writeSegment(
  connection: SqliteConnection,
  { numbers, lengths, postings }: NewSegment,
): Segment {
  const row = connection.get('select coalesce(max(number), 0) + 1 as number from segments')
  const number = numberOf(row ?? {}, 'number')
  connection.run(
    'insert into segments (number, crc, numbers, lengths) values (?, ?, ?, ?)',
    number,
    crcOfSegment(number, numbers, lengths),
    bytesOf(numbers),
    bytesOf(lengths),
  )
  const rows = createInserter(connection, 'postings (segment, term, crc, count, data)')
  const sorted = [...postings].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [key, list] of sorted) {
    rows.add(number, key, crcOfPostings(number, key, list), list.count, list.data)
  }
  rows.finish()
  return toSegment(number, numbers, lengths)
}

/** Takes a segment away. */
export function dropSegment(connection: SqliteConnection, { number }: Segment): void {
  connection.run('delete from postings where segment = ?', number)
  connection.run('delete from segments where number = ?', number)
}

/** Marks tools as dead, wherever they are; gives the segments as they are then. */
export function bury(
  connection: SqliteConnection,
  segments: readonly Segment[],
  numbers: readonly number[],
): readonly Segment[] {
  return segments.map((segment) => {
    const dead = numbers.map((number) => ordinalOf(segment, number)).filter((ordinal) => ordinal >= 0)
    if (dead.length === 0) return segment
    const lengths = segment.lengths.slice()
    for (const ordinal of dead) lengths[ordinal] = DEAD
    const after = toSegment(segment.number, segment.numbers, lengths)
    connection.run(
      'update segments set crc = ?, lengths = ? where number = ?',
      after.crc,
      bytesOf(lengths),
      segment.number,
    )
    return after
  })
}

/** The ordinal of a tool that is not dead in a segment, else -1. */
function ordinalOf({ numbers, lengths }: Segment, number: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] as number) < number) low = middle + 1
    else high = middle
  }
  return numbers[low] === number && lengths[low] !== DEAD ? low : -1
}

/** Each part begins with the checksum of those before: there are many rows, and texts put together would cost more. */
function crcOfPostings(segment: number, key: string, { count, data }: PostingList): number {
  return (crc32(data, crc32(key, segment)) ^ count) >>> 0
}

function crcOfSegment(number: number, numbers: Float64Array, lengths: Float64Array): number {
  return crcOf(number, crc32(bytesOf(numbers)), crc32(bytesOf(lengths)))
}

function bytesOf(values: Float64Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
}

function floatsOf(bytes: unknown): Float64Array {
  expectSame('The search', bytes instanceof Uint8Array && bytes.length % 8 === 0)
  // Bytes as SQLite gives them need not lie where numbers may.
  return new Float64Array(new Uint8Array(bytes as Uint8Array).buffer)
}
