import { saturation } from '@toolscout/search'
import type { FrequencyScale } from '../forward-row.ts'
import { BLOCK_POSTINGS, decodeOrdinals } from './block.ts'
import { COLUMN, FIRST_PAIR, type ListPage, type PageBlocks, ROW } from './list-page.ts'
import { type CodedFrequencies, readFrequencies, readFrequency } from './postings-coding.ts'

/** What all documents of a search are scored by. */
export interface SearchScale extends FrequencyScale {
  readonly flat: number
  readonly slope: number
}

/** The postings of a term in a segment, block by block. */
export interface PostingList {
  /** Postings, those of documents that are gone among them. */
  readonly total: number
  readonly blocks: number
  /** By block: its first and its last ordinal. */
  readonly firsts: Uint32Array
  readonly lasts: Uint32Array
  /** By block: the highest saturation a posting of it reaches. */
  readonly bounds: Float64Array
  readonly sizes: Uint32Array
  /** Goes to a block and gives its ordinals, which are good until the next one is gone to. */
  readonly goTo: (block: number) => Uint32Array
  /** How often the term stands in the documents of the block that was gone to last, in steps. */
  readonly frequencies: () => Uint32Array
  /** The same of a single one, by its place in the block. */
  readonly frequencyAt: (place: number) => number
  /** Where in a block the first posting stands that is of an ordinal or behind it; its size when there is none. */
  readonly seek: (block: number, ordinal: number) => number
  /** How often the term stands in a document, in steps; 0 where it does not. */
  readonly frequencyOf: (ordinal: number) => number
}

const NOTHING = new Uint8Array(0)

/** What stands of a list on one of its pages. */
interface Part extends Pick<PageBlocks, 'rows'> {
  readonly page: ListPage
}

/** Opens the list of a key on pages that follow one another; `undefined` when it is not there. */
export function openList(
  pages: readonly ListPage[],
  key: number,
  scale: SearchScale | undefined,
): PostingList | undefined {
  const parts: Part[] = []
  let [blocks, total] = [0, 0]
  for (const page of pages) {
    const found = page.blocksOf(key)
    if (found.rows.length === 0) continue
    parts.push({ page, rows: found.rows })
    blocks += found.rows.length / ROW
    total += found.total
  }
  if (blocks === 0) return undefined
  const firsts = new Uint32Array(blocks)
  const lasts = new Uint32Array(blocks)
  const sizes = new Uint32Array(blocks)
  const bounds = new Float64Array(blocks)
  /** By block: the part of the list it is of, and its row there. */
  const partOf: Part[] = []
  const rowOf = new Uint32Array(blocks)
  for (const part of parts) {
    const { rows } = part
    for (let row = 0; row < rows.length; row += ROW) {
      const block = partOf.push(part) - 1
      firsts[block] = rows[row + COLUMN.first] as number
      lasts[block] = rows[row + COLUMN.last] as number
      sizes[block] = rows[row + COLUMN.size] as number
      rowOf[block] = row
      if (scale !== undefined) bounds[block] = boundOf(rows, row, scale)
    }
  }
  const ordinals = new Uint32Array(BLOCK_POSTINGS)
  const frequencies = new Uint32Array(BLOCK_POSTINGS)
  let current = -1
  let coded: CodedFrequencies = { bytes: NOTHING, at: 0, common: 0, coding: 0 }
  let hasFrequencies = false
  const goTo = (block: number): Uint32Array => {
    if (block === current) return ordinals
    const { page, rows } = partOf[block] as Part
    const { bytes } = page
    const row = rowOf[block] as number
    const offset = rows[row + COLUMN.offset] as number
    const coding = rows[row + COLUMN.coding] as number
    const head = { offset, size: sizes[block] as number, first: firsts[block] as number, coding }
    const at = decodeOrdinals(bytes, head, ordinals)
    coded = { bytes, at, common: rows[row + COLUMN.common] as number, coding }
    hasFrequencies = false
    current = block
    return ordinals
  }
  const seek = (block: number, ordinal: number): number => {
    const size = sizes[block] as number
    if ((firsts[block] as number) >= ordinal) return 0
    if ((lasts[block] as number) < ordinal) return size
    return lowerBound(goTo(block), 0, size, ordinal)
  }
  const list: PostingList = {
    total,
    blocks,
    firsts,
    lasts,
    bounds,
    sizes,
    goTo,
    frequencies: () => {
      if (!hasFrequencies) readFrequencies(coded, sizes[current] as number, frequencies)
      hasFrequencies = true
      return frequencies
    },
    frequencyAt: (place) => readFrequency(coded, place),
    seek,
    frequencyOf: (ordinal) => {
      const block = lowerBound(lasts, 0, blocks, ordinal)
      if (block === blocks || (firsts[block] as number) > ordinal) return 0
      const ordinals = goTo(block)
      const at = seek(block, ordinal)
      return ordinals[at] === ordinal ? readFrequency(coded, at) : 0
    },
  }
  return list
}

/** The first place from `from` up to `to` of an ordinal that is not below; `to` when there is none. */
function lowerBound(ordinals: Uint32Array, from: number, to: number, ordinal: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ordinals[middle] as number) < ordinal) low = middle + 1
    else high = middle
  }
  return low
}

function boundOf(rows: Uint32Array, row: number, { unit, lengthUnit, flat, slope }: SearchScale): number {
  const pairs = rows[row + COLUMN.pairs] as number
  // Of a single posting nothing is said but its frequency.
  if (pairs === 0) return saturation((rows[row + COLUMN.common] as number) * unit, 0, flat, slope)
  let highest = 0
  for (let pair = row + FIRST_PAIR; pair < row + FIRST_PAIR + 2 * pairs; pair += 2) {
    const frequency = (rows[pair] as number) * unit
    const length = (rows[pair + 1] as number) * lengthUnit
    highest = Math.max(highest, saturation(frequency, length, flat, slope))
  }
  return highest
}
