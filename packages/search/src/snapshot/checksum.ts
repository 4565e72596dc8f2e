import { createCipheriv } from 'node:crypto'

/** Bytes of a {@link checksum}. */
export const CHECKSUM_BYTES = 16

const CIPHER = 'aes-128-gcm'
const KEY = new Uint8Array(16)
const NONCE = new Uint8Array(12)
/** What one call takes is less than 2 GiB. */
const PIECE = 2 ** 30

/**
 * The GHASH of bytes, as AES-GCM takes it of data that is not encrypted (NIST SP 800-38D, section 6.4; the key is all
 * zeros). It is a polynomial over a field of 2^128 elements, so a change within one block of 16 bytes always shows, and
 * any other does but for one in 2^100. Processors have instructions for it: a third of the time of a CRC here.
 *
 * It tells damage, not intent: who can write a snapshot can write its checksum.
 */
export function checksum(bytes: Uint8Array): Uint8Array {
  const cipher = createCipheriv(CIPHER, KEY, NONCE)
  for (let at = 0; at < bytes.length; at += PIECE) cipher.setAAD(bytes.subarray(at, at + PIECE))
  cipher.final()
  return cipher.getAuthTag()
}
