import { blockBytes, QUERY_SLOTS, rowsPerBlock, type VectorKernel, widthOf } from './kernel.ts'
import { SIMD_BYTES } from './simd-bytes.ts'
import { normOf, quantize } from './unit-vector.ts'
import { findWebAssembly, type WasmMemory, type WasmPlatform } from './web-assembly.ts'

const PAGE_BYTES = 65_536
/** What a code of a row may be; -128 is left out, so that signs are alike. */
const LARGEST_CODE = 127
/** Sums of codes must fit 32 bits with their sign. */
const LARGEST_SUM = 2 ** 31 - 1
/** More than what single precision loses in the few steps from a sum of codes to a bound. */
const SLACK = 2e-6

interface SimdExports {
  readonly scan: (
    codes: number,
    scales: number,
    errors: number,
    first: number,
    rows: number,
    width: number,
    query: number,
    unit: number,
    slope: number,
    slack: number,
    threshold: number,
    out: number,
  ) => number
  readonly dots: (
    values: number,
    width: number,
    query: number,
    list: number,
    count: number,
    out: number,
  ) => void
}

/** How a query was rounded. */
interface LoadedQuery {
  readonly unit: number
  readonly slope: number
  readonly slack: number
}

/** Compiled when the first store is made; `false` where the platform cannot. */
let compiled: { readonly platform: WasmPlatform; readonly module: object } | false | undefined

/**
 * The loops in WebAssembly SIMD. A scan reads 8-bit values, a quarter of the memory, and bounds what each row's
 * similarity can be: with x = s·c + e for a row and y = t·d + f for the query, Cauchy and Schwarz give
 *
 *     x·y <= s·t·(c·d) + |e|·|y| + |s·c|·|f|    with |s·c| <= |x| + |e|
 *
 * so no row that belongs to the answer is passed over, and `dots` has the last word in double precision.
 *
 * `undefined` where the platform has no WebAssembly SIMD, or no room for one memory more.
 */
export function createSimdKernel(dimensions: number): VectorKernel | undefined {
  compiled ??= compile()
  if (compiled === false) return undefined
  const { platform, module } = compiled
  const width = widthOf(dimensions)
  const blockRows = rowsPerBlock(width)
  const bytesPerBlock = blockBytes(width)
  // Results, the list of rows with the four that a scan may write behind it, queries in 32 and in 16 bits.
  const listAt = blockRows * 8
  const queriesAt = listAt + blockRows * 4 + 16
  const codesAt = queriesAt + QUERY_SLOTS * width * 4
  const blocksAt = codesAt + QUERY_SLOTS * width * 2
  const memory = createMemory(platform, blocksAt)
  if (memory === undefined) return undefined
  const { exports } = new platform.Instance(module, { store: { memory } })
  const { scan, dots } = exports as SimdExports

  let views = viewsOf(memory.buffer, listAt, blockRows)
  let blocks = 0
  const loaded: LoadedQuery[] = []
  const largestQueryCode = Math.min(32_767, Math.floor(LARGEST_SUM / (LARGEST_CODE * width)))
  /** Bytes of values, codes, scales and errors of a block; each begins at a multiple of 16. */
  const placesOf = (block: number): { values: number; codes: number; scales: number; errors: number } => {
    const values = blocksAt + block * bytesPerBlock
    const codes = values + blockRows * width * 4
    const scales = codes + blockRows * width
    return { values, codes, scales, errors: scales + blockRows * 4 }
  }
  const blockOf = (row: number): number => Math.floor(row / blockRows)

  return {
    get capacity() {
      return blocks * blockRows
    },
    grow: () => {
      const missing = blocksAt + (blocks + 1) * bytesPerBlock - memory.buffer.byteLength
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
      views = viewsOf(memory.buffer, listAt, blockRows)
      views.floats.fill(Number.NaN, placesOf(blocks).errors / 4, placesOf(blocks).errors / 4 + blockRows)
      blocks += 1
    },
    write: (row, vector) => {
      const { values, codes, scales, errors } = placesOf(blockOf(row))
      const at = row % blockRows
      views.floats.set(vector, values / 4 + at * width)
      const { scale, error } = quantize(vector, LARGEST_CODE, views.bytes, codes + at * width)
      views.floats[scales / 4 + at] = scale
      // Rounded up, and by more than single precision can take away.
      views.floats[errors / 4 + at] = error * (1 + 1e-6) + 1e-9
    },
    read: (row) => {
      const start = placesOf(blockOf(row)).values / 4 + (row % blockRows) * width
      return views.floats.slice(start, start + width)
    },
    copy: (from, to) => {
      const source = placesOf(blockOf(from))
      const target = placesOf(blockOf(to))
      for (const [part, size] of [
        ['values', width * 4],
        ['codes', width],
        ['scales', 4],
        ['errors', 4],
      ] as const) {
        const start = source[part] + (from % blockRows) * size
        views.bytes.copyWithin(target[part] + (to % blockRows) * size, start, start + size)
      }
    },
    erase: (row) => {
      views.floats[placesOf(blockOf(row)).errors / 4 + (row % blockRows)] = Number.NaN
    },
    load: (slot, query) => {
      views.floats.set(query, queriesAt / 4 + slot * width)
      const { scale, error } = quantize(query, largestQueryCode, views.words, codesAt / 2 + slot * width)
      // A row's own length is at most 1.001, which the store sees to.
      loaded[slot] = { unit: scale, slope: normOf(query) + error, slack: error * 1.001 + SLACK }
    },
    scan: (slot, first, count, threshold) => {
      const { codes, scales, errors } = placesOf(blockOf(first))
      const { unit, slope, slack } = loaded[slot] as LoadedQuery
      const at = first % blockRows
      return scan(
        codes + at * width,
        scales + at * 4,
        errors + at * 4,
        at,
        Math.ceil(count / 4) * 4,
        width,
        codesAt + slot * width * 2,
        unit,
        slope,
        slack,
        threshold,
        listAt,
      )
    },
    list: () => views.list,
    dots: (slot, block, count) => {
      dots(placesOf(block).values, width, queriesAt + slot * width * 4, listAt, count, 0)
      return views.results
    },
  }
}

function compile(): { readonly platform: WasmPlatform; readonly module: object } | false {
  const platform = findWebAssembly()
  if (platform === undefined) return false
  try {
    return { platform, module: new platform.Module(Buffer.from(SIMD_BYTES, 'base64')) }
  } catch {
    // No SIMD, or code may not be compiled here.
    return false
  }
}

function createMemory(platform: WasmPlatform, bytes: number): WasmMemory | undefined {
  try {
    return new platform.Memory({ initial: Math.ceil(bytes / PAGE_BYTES), maximum: 65_536 })
  } catch {
    // Each memory reserves gigabytes of addresses, and the address space of a process is limited.
    return undefined
  }
}

/** A buffer in all the ways it is read; a grown memory has another buffer. */
function viewsOf(
  buffer: ArrayBuffer,
  listAt: number,
  blockRows: number,
): {
  readonly bytes: Int8Array
  readonly words: Int16Array
  readonly floats: Float32Array
  readonly list: Int32Array
  readonly results: Float64Array
} {
  return {
    bytes: new Int8Array(buffer),
    words: new Int16Array(buffer),
    floats: new Float32Array(buffer),
    list: new Int32Array(buffer, listAt, blockRows),
    results: new Float64Array(buffer, 0, blockRows),
  }
}
