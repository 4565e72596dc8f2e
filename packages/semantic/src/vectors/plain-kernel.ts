import { QUERY_SLOTS, rowsPerBlock, type VectorKernel, widthOf } from './kernel.ts'

/**
 * The loops in plain TypeScript, for platforms without WebAssembly SIMD: an order of magnitude slower, the same results to
 * the last bit.
 */
export function createPlainKernel(dimensions: number): VectorKernel {
  const width = widthOf(dimensions)
  const blockRows = rowsPerBlock(width)
  const blocks: { readonly values: Float32Array; readonly present: Uint8Array }[] = []
  const queries = new Float32Array(QUERY_SLOTS * width)
  const listed = new Int32Array(blockRows)
  const results = new Float64Array(blockRows)
  const place = (row: number): { values: Float32Array; present: Uint8Array; at: number } => ({
    ...(blocks[Math.floor(row / blockRows)] as (typeof blocks)[number]),
    at: row % blockRows,
  })
  return {
    get capacity() {
      return blocks.length * blockRows
    },
    grow: () => {
      blocks.push({ values: new Float32Array(blockRows * width), present: new Uint8Array(blockRows) })
    },
    write: (row, vector) => {
      const { values, present, at } = place(row)
      values.set(vector, at * width)
      present[at] = 1
    },
    read: (row) => {
      const { values, at } = place(row)
      return values.slice(at * width, (at + 1) * width)
    },
    copy: (from, to) => {
      const source = place(from)
      const target = place(to)
      target.values.set(source.values.subarray(source.at * width, (source.at + 1) * width), target.at * width)
      target.present[target.at] = source.present[source.at] as number
    },
    erase: (row) => {
      const { present, at } = place(row)
      present[at] = 0
    },
    load: (slot, query) => queries.set(query, slot * width),
    scan: (_slot, first, count) => {
      const { present, at } = place(first)
      let found = 0
      for (let row = at; row < at + count; row += 1) {
        if (present[row] === 0) continue
        listed[found] = row
        found += 1
      }
      return found
    },
    list: () => listed,
    dots: (slot, block, count) => {
      const { values } = blocks[block] as (typeof blocks)[number]
      for (let i = 0; i < count; i += 1) {
        results[i] = dot(values, (listed[i] as number) * width, queries, slot * width, width)
      }
      return results
    },
  }
}

/** Eight sums, added in the order in which the registers of simd.wat are. */
function dot(a: Float32Array, aStart: number, b: Float32Array, bStart: number, width: number): number {
  let s0 = 0
  let s1 = 0
  let s2 = 0
  let s3 = 0
  let s4 = 0
  let s5 = 0
  let s6 = 0
  let s7 = 0
  for (let i = aStart, j = bStart; j < bStart + width; i += 8, j += 8) {
    s0 += (a[i] as number) * (b[j] as number)
    s1 += (a[i + 1] as number) * (b[j + 1] as number)
    s2 += (a[i + 2] as number) * (b[j + 2] as number)
    s3 += (a[i + 3] as number) * (b[j + 3] as number)
    s4 += (a[i + 4] as number) * (b[j + 4] as number)
    s5 += (a[i + 5] as number) * (b[j + 5] as number)
    s6 += (a[i + 6] as number) * (b[j + 6] as number)
    s7 += (a[i + 7] as number) * (b[j + 7] as number)
  }
  return s0 + s2 + (s4 + s6) + (s1 + s3 + (s5 + s7))
}
