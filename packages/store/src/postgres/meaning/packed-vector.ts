/** A vector as the database keeps it. */
export interface PackedVector {
  /** A digit for each number: whether it is above 0. */
  readonly signs: string
  readonly scale: number
  /** One signed byte for each number; `codes · scale` is about the vector. */
  readonly codes: Buffer
  /** The vector as pgvector reads it. */
  readonly near: string
}

/** Largest code of eight bits. */
const LARGEST = 127

/** Packs a vector of length 1. */
export function packVector(vector: Float32Array): PackedVector {
  let peak = 0
  for (const value of vector) peak = Math.max(peak, Math.abs(value))
  const scale = Math.fround(peak / LARGEST) || 1
  const codes = Buffer.alloc(vector.length)
  let signs = ''
  vector.forEach((value, i) => {
    signs += value > 0 ? '1' : '0'
    codes.writeInt8(Math.max(-LARGEST, Math.min(LARGEST, Math.round(value / scale))), i)
  })
  return { signs, scale, codes, near: `[${vector.join()}]` }
}

/** Cosine of a vector and a packed one; -1 to 1. */
export function cosineWith(query: Float32Array, codes: Uint8Array): number {
  const bytes = new Int8Array(codes.buffer, codes.byteOffset, codes.byteLength)
  if (bytes.length !== query.length) return 0
  let product = 0
  let square = 0
  for (let i = 0; i < bytes.length; i += 1) {
    const code = bytes[i] as number
    product += code * (query[i] as number)
    square += code * code
  }
  // Divided by the length of what is left of it, so that rounding makes no vector longer than another.
  return square === 0 ? 0 : Math.max(-1, Math.min(1, product / Math.sqrt(square)))
}
