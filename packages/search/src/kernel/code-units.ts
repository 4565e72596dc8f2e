const FNV_BASIS = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** Code units that are made a text at once, far below what a call can take. */
const PIECE = 4_096

/** FNV-1a (Fowler, Noll and Vo) over code units. */
export function hashUnits(units: Uint16Array, start: number, end: number): number {
  let hash = FNV_BASIS
  for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ (units[i] as number), FNV_PRIME)
  return hash
}

/** The text that code units make. */
export function textOfUnits(units: Uint16Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at += PIECE)
    text += String.fromCharCode.apply(null, units.subarray(at, Math.min(end, at + PIECE)) as never)
  return text
}
