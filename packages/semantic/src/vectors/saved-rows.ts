import { SnapshotRefusedError } from '@toolscout/search'
import type { ReadApart, SectionReader, SectionWriter } from '@toolscout/search/internal'
import { sieveOf } from './nearest-rows.ts'
import type { RowBlocks } from './row-blocks.ts'
import type { RowPlace, RowsInFile, RowsNow, RowsToSave } from './rows-in-file.ts'

/** What need not be in memory is left in a file from here on: less is not worth a read of 1.3 µs a row. */
const LEAST_BYTES_APART = 1 << 23
/** Bytes that are copied in a step: a millisecond, of memory that is new. */
const BYTES_AT_ONCE = 1 << 20

const NONE: ReadonlyMap<number, number> = new Map()

/** What leaves rows in files. */
interface ApartRows {
  readonly open: (source: ReadApart, place: RowPlace) => RowsInFile
  readonly save: (rows: number, now: RowsNow) => RowsToSave
}

/** Absent in what never opens a file, such as a page. */
let apartRows: ApartRows | undefined

/** Says how rows are left in files. */
export function provideApart(given: ApartRows): void {
  apartRows = given
}

/**
 * Writes the first rows: what is scanned, and the values in 32 bits, which go into a file of their own where the writer
 * takes one and it is worth it.
 */
export function saveRows(blocks: RowBlocks, out: SectionWriter, rows: number): void {
  const { inFile, width } = blocks
  const isApart = inFile !== undefined || rows * width * 4 >= LEAST_BYTES_APART
  const apart = out.addApart && isApart ? startToSave(blocks, rows) : undefined
  addHead(blocks, out, apart === undefined ? 0 : rows)
  if (apart !== undefined) out.addApart?.(apart)
  else {
    const read = Math.min(rows, (inFile?.blocks ?? 0) * blocks.blockRows)
    if (read > 0) out.addLater((startToSave(blocks, read) as RowsToSave).inBlocks())
    addValues(blocks, out, rows)
  }
  for (const part of blocks.scanned(rows)) out.add(part)
}

/** Writes the first rows for other blocks in this process, which read the same file. */
export function shareRows(blocks: RowBlocks, out: SectionWriter, rows: number): void {
  const { inFile } = blocks
  addHead(blocks, out, inFile?.file.rows ?? 0, inFile?.changed)
  addValues(blocks, out, rows)
  for (const part of blocks.scanned(rows)) out.add(part)
}

/**
 * Takes rows into empty blocks, which `grow` makes more of, in short steps. Those that are in a file are read from there.
 *
 * @throws SnapshotRefusedError `SNAPSHOT_REFUSED` when they are of another layout, or the file is not there.
 */
export function* loadRows(
  blocks: RowBlocks,
  saved: SectionReader,
  {
    rows,
    source,
    grow,
  }: { readonly rows: number; readonly source: ReadApart | undefined; readonly grow: RowBlocks['grow'] },
): Generator<void, void> {
  const { blockRows, width } = blocks
  const left = saved.next(Float64Array)[0] as number
  if (left > 0) {
    const inFile = source && apartRows?.open(source, blocks)
    if (inFile?.file.rows !== left || left > rows) {
      throw new SnapshotRefusedError('The file with the vectors is missing, or is another one.', 'format')
    }
    blocks.inFile = inFile
    grow(inFile.blocks, true)
  }
  if (rows > blocks.capacity) grow(Math.ceil((rows - blocks.capacity) / blockRows))
  const changed = saved.next(Uint32Array)
  const values = saved.next(Float32Array)
  for (const [i, row] of changed.entries())
    blocks.writeValues(row, values.subarray(i * width, (i + 1) * width))
  for (let row = blockRows * (blocks.inFile?.blocks ?? 0); row < rows; row += blockRows) {
    const block = saved.next(Float32Array)
    requireLength(block, Math.min(blockRows, rows - row) * width)
    yield
    blocks.writeValues(row, block)
  }
  for (const part of blocks.scanned(rows)) {
    const bytes = saved.next(Uint8Array)
    requireLength(bytes, part.length)
    for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE) {
      yield
      part.set(bytes.subarray(at, at + BYTES_AT_ONCE), at)
    }
  }
  const sieve = sieveOf(blocks, rows)
  if (sieve !== undefined) yield* sieve.take(rows)
}

function requireLength({ length }: ArrayLike<unknown>, due: number): void {
  if (length !== due) throw new SnapshotRefusedError('The snapshot has vectors of another layout.', 'format')
}

function startToSave(blocks: RowBlocks, rows: number): RowsToSave | undefined {
  blocks.saving = apartRows?.save(rows, blocks)
  return blocks.saving
}

/** How many rows are left in a file, and those of its blocks that are not as they are there. */
function addHead(
  { floats, width }: RowBlocks,
  out: SectionWriter,
  left: number,
  changed: ReadonlyMap<number, number> = NONE,
): void {
  out.addFixed(Float64Array.of(left))
  out.addFixed(Uint32Array.from(changed.keys()))
  const values = new Float32Array(changed.size * width)
  for (const [i, start] of [...changed.values()].entries())
    values.set(floats.subarray(start / 4, start / 4 + width), i * width)
  out.addFixed(values)
}

/** The values of blocks that are in memory. */
function addValues(blocks: RowBlocks, out: SectionWriter, rows: number): void {
  const { blockRows, floats, inFile, width } = blocks
  for (let row = blockRows * (inFile?.blocks ?? 0); row < rows; row += blockRows) {
    const start = (blocks.startOf(row) as number) / 4
    out.add(floats.subarray(start, start + Math.min(blockRows, rows - row) * width))
  }
}
