import { SIMD_BYTES } from './simd-bytes.ts'

/** How many queries there is room for. */
export const MAX_QUERIES = 16
/** Bytes of a page of WebAssembly memory. */
export const PAGE_BYTES = 65_536
const MAX_PAGES = 65_536

/** Memory of the loops; its buffer is another one after it has grown. */
export interface LoopMemory {
  readonly buffer: ArrayBuffer
  readonly grow: (pages: number) => unknown
}

/** The loops of `simd.wat` over one memory; places are byte offsets. */
export interface VectorLoops {
  readonly memory: LoopMemory
  /**
   * Lists at `out` the rows whose dot product with the query may reach `threshold`: all that do, and some that do not;
   * `gap` bytes behind each an upper bound on it, and as many behind that how much less it may be than the middle of the
   * bounds. Returns how many. `rows` is a multiple of 4, and rows with the error NaN are never listed.
   */
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
    gap: number,
  ) => number
  /**
   * Writes to `out` about what the dot products of the query are and of the rows of a block whose numbers stand at `list`,
   * in single precision, and raises to them what stands at `most`. `count` is a multiple of 4.
   */
  readonly estimate: (
    block: number,
    scales: number,
    list: number,
    count: number,
    width: number,
    query: number,
    unit: number,
    out: number,
    most: number,
  ) => void
  /** Writes to `out` the dot products of the query and the first `count` rows of a list of places, in double precision. */
  readonly dots: (width: number, query: number, list: number, count: number, out: number) => void
}

/** A buffer in all the ways it is read. */
export interface Views {
  readonly bytes: Int8Array
  readonly words: Int16Array
  readonly floats: Float32Array
  readonly list: Int32Array
  readonly bounds: Float32Array
  readonly margins: Float32Array
  /** Behind them, `gap` bytes apart, one list for each query. */
  readonly estimates: Float32Array
  readonly results: Float64Array
}

/** Views of a buffer in which lists of this many rows stand from `list` on, `gap` bytes apart, and results at the beginning. */
export function createViews(
  buffer: ArrayBuffer,
  { list, gap, rows, lists }: { readonly [place in 'list' | 'gap' | 'rows' | 'lists']: number },
): Views {
  return {
    bytes: new Int8Array(buffer),
    words: new Int16Array(buffer),
    floats: new Float32Array(buffer),
    list: new Int32Array(buffer, list, gap / 4),
    bounds: new Float32Array(buffer, list + gap, rows),
    margins: new Float32Array(buffer, list + 2 * gap, rows),
    estimates: new Float32Array(buffer, list + 3 * gap, (lists * gap) / 4),
    results: new Float64Array(buffer, 0, rows),
  }
}

/** The part of the platform's `WebAssembly` that is used here; Node's types leave it to the browser's. */
interface WasmPlatform {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (
    module: object,
    imports: { readonly store: { readonly memory: LoopMemory } },
  ) => { readonly exports: object }
  readonly Memory: new (limits: { readonly initial: number; readonly maximum: number }) => LoopMemory
}

/** The platform's, which may be missing. */
function wasmPlatform(): WasmPlatform {
  const found: unknown = Reflect.get(globalThis, 'WebAssembly')
  return found as WasmPlatform
}

/** What was compiled, by its bytes. */
const compiled = new Map<string, object>()

/** Runs what was assembled, over a memory. Throws where the platform cannot run it. */
export function instantiate<Loops>(bytes: string, memory: LoopMemory): Loops {
  const { Module, Instance } = wasmPlatform()
  const module = compiled.get(bytes) ?? new Module(Uint8Array.from(atob(bytes), (byte) => byte.charCodeAt(0)))
  compiled.set(bytes, module)
  return new Instance(module, { store: { memory } }).exports as Loops
}

/** The loops over a memory of this many bytes at first: in WebAssembly SIMD, where that is wanted and can run. */
export function createLoops(bytes: number, simd: boolean): VectorLoops {
  return (simd ? createSimdLoops(bytes) : undefined) ?? createPlainLoops(bytes)
}

/** The loops in WebAssembly SIMD; `undefined` where the platform cannot run them. */
function createSimdLoops(bytes: number): VectorLoops | undefined {
  try {
    const memory = new (wasmPlatform().Memory)({ initial: Math.ceil(bytes / PAGE_BYTES), maximum: MAX_PAGES })
    return { memory, ...instantiate<Omit<VectorLoops, 'memory'>>(SIMD_BYTES, memory) }
  } catch {
    // No WebAssembly, no SIMD, no permission to compile, or a limit on addresses: each memory reserves gigabytes of them.
    return undefined
  }
}

/** The loops in plain TypeScript: an order of magnitude slower, the same results to the last bit. */
function createPlainLoops(bytes: number): VectorLoops {
  let buffer = new ArrayBuffer(bytes)
  return {
    memory: {
      get buffer() {
        return buffer
      },
      grow: (pages) => {
        const grown = new Uint8Array(buffer.byteLength + pages * PAGE_BYTES)
        grown.set(new Uint8Array(buffer))
        buffer = grown.buffer
      },
    },
    scan: (codes, scales, errors, first, rows, width, query, unit, slope, slack, threshold, out, gap) => {
      const values = new Int8Array(buffer, codes, rows * width)
      const asked = new Int16Array(buffer, query, width)
      const [scaleOf, errorOf] = [
        new Float32Array(buffer, scales, rows),
        new Float32Array(buffer, errors, rows),
      ]
      const [list, bounds] = [new Int32Array(buffer, out, rows), new Float32Array(buffer, out + gap, rows)]
      const margins = new Float32Array(buffer, out + 2 * gap, rows)
      let found = 0
      for (let row = 0; row < rows; row += 1) {
        let sum = 0
        for (let i = 0; i < width; i += 1) sum += (values[row * width + i] as number) * (asked[i] as number)
        const margin = (errorOf[row] as number) * slope + slack
        const upper = sum * (scaleOf[row] as number) * unit + margin
        if (!(upper >= threshold)) continue
        list[found] = first + row
        bounds[found] = upper
        margins[found] = margin
        found += 1
      }
      return found
    },
    estimate: (block, scales, list, count, width, query, unit, out, most) => {
      const rows = new Int32Array(buffer, list, count)
      const asked = new Int16Array(buffer, query, width)
      const [estimates, raised] = [
        new Float32Array(buffer, out, count),
        new Float32Array(buffer, most, count),
      ]
      for (const [i, row] of rows.entries()) {
        const values = new Int8Array(buffer, block + row * width, width)
        const sum = values.reduce((total, value, at) => total + value * (asked[at] as number), 0)
        const [scale] = new Float32Array(buffer, scales + row * 4, 1)
        estimates[i] = sum * (scale as number) * unit
        raised[i] = Math.max(raised[i] as number, estimates[i] as number)
      }
    },
    dots: (width, query, list, count, out) => {
      const places = new Uint32Array(buffer, list, count)
      const results = new Float64Array(buffer, out, count)
      const other = new Float32Array(buffer, query, width)
      for (const [i, place] of places.entries())
        results[i] = dot(new Float32Array(buffer, place, width), other)
    },
  }
}

/** Eight sums, added in the order in which the registers of simd.wat are. */
function dot(a: Float32Array, b: Float32Array): number {
  const sums = new Float64Array(8)
  const sum = (register: number): number => sums[register] as number
  for (let i = 0; i < a.length; i += 1) sums[i % 8] = sum(i % 8) + (a[i] as number) * (b[i] as number)
  return sum(0) + sum(2) + (sum(4) + sum(6)) + (sum(1) + sum(3) + (sum(5) + sum(7)))
}
