const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/

/** Bytes of a text as a JSON string in UTF-8, quotes and escapes included. */
export function jsonTextBytes(text: string): number {
  return PLAIN.test(text) ? text.length + 2 : Buffer.byteLength(JSON.stringify(text), 'utf8')
}
