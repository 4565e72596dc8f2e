import { cleanText, takeCodePoints, truncate } from './foreign-text.ts'

/** Most of a foreign text that a message shows, in code points. */
const MAX_FOREIGN_TEXT = 300
/** How much more than it shows is read. */
const READ_AHEAD = 8
const REDACTED = '[redacted]'

/** Shapes that keys of well-known issuers have, and what follows an authentication scheme and is no word. */
const KEY_SHAPES =
  /\b(?:sk-[A-Za-z0-9_*-]{8,}|AIza[\w-]{30,}|gsk_\w{16,}|hf_\w{16,}|xai-[\w-]{16,}|eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?)|\b(?:Bearer|Basic)\s+(?=[^\s"',;]*\d)[^\s"',;]{4,}/g

/** What JSON writes before a sign once or more, as often as it was put into JSON. */
const JSON_ESCAPES = /\\+(?=["\\/])/g

/** Foreign text as a message may show it: one line without hidden characters, known secrets and keys, and cut. */
export function shownFailure(text: string, secrets: readonly string[] = []): string {
  const longest = Math.max(0, ...secrets.map((secret) => secret.length))
  const head = takeCodePoints(text, READ_AHEAD * MAX_FOREIGN_TEXT + longest)
  const known = secrets
    .map((secret) => secret.replace(JSON_ESCAPES, ''))
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, REDACTED), cleanText(head).replace(JSON_ESCAPES, ''))
  // The head may end in the middle of a secret, which then is not known any more.
  const whole = head.length < text.length ? known.slice(0, -longest || undefined) : known
  return truncate(whole.replace(KEY_SHAPES, REDACTED).replace(/\s+/gu, ' ').trim(), MAX_FOREIGN_TEXT)
}
