import { createHash } from 'node:crypto'

/** The SHA-256 digest of a text. */
export function sha256Bytes(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}
