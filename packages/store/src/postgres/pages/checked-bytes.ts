import { crc32 } from 'node:zlib'
import { damaged } from './bytes.ts'

/** Bytes of the check in front. */
export const CHECK_BYTES = 4

/** Puts a CRC-32 in front of bytes. */
export function withCheck(bytes: Uint8Array): Uint8Array {
  const checked = new Uint8Array(CHECK_BYTES + bytes.length)
  checked.set(bytes, CHECK_BYTES)
  new DataView(checked.buffer).setUint32(0, crc32(bytes), true)
  return checked
}

/** The bytes behind their check. @throws StoreDamagedError `STORE_DAMAGED` when they are others. */
export function checkedBytes(checked: Uint8Array, what: string): Uint8Array {
  if (checked.length < CHECK_BYTES) throw damaged(what)
  const bytes = checked.subarray(CHECK_BYTES)
  const view = new DataView(checked.buffer, checked.byteOffset)
  if (crc32(bytes) !== view.getUint32(0, true)) throw damaged(what)
  return bytes
}
