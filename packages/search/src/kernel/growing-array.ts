/** The typed arrays that can grow. */
export type GrowingArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

/** The same array when it holds `needed` items, else a copy of at least twice the size. */
export function grown<A extends GrowingArray>(array: A, needed: number): A {
  if (needed <= array.length) return array
  const larger = new (array.constructor as new (length: number) => A)(Math.max(needed, 2 * array.length))
  larger.set(array)
  return larger
}
