import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** AES-256-GCM as NIST SP 800-38D has it: a nonce of 12 bytes that is never used again, a tag of 16. */
const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A new key, in hexadecimal digits. */
export function makeKey(): string {
  return randomBytes(KEY_BYTES).toString('hex')
}

/** Makes a text unreadable without the key. */
export function seal(text: string, key: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, Buffer.from(key, 'hex'), nonce)
  const sealed = [cipher.update(text, 'utf8'), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64')
}

/** The text again; `undefined` with another key, or where it was changed. */
export function unseal(sealed: string, key: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64')
  const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)]
  try {
    const decipher = createDecipheriv(CIPHER, Buffer.from(key, 'hex'), nonce, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(rest.subarray(0, TAG_BYTES))
    return Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
