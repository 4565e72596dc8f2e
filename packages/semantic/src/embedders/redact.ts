import { oneLine, truncate } from '@toolscout/model/internal'

/** Most of a foreign text that a message shows, in code points. */
const MAX_SHOWN = 300
/** Shorter values are words that may stand anywhere. */
const MIN_SECRET_LENGTH = 4
const REDACTED = '[redacted]'

/** Prepares a function that makes foreign text fit for a message: one line, shortened, without these secrets. */
export function createRedactor(values: readonly string[]): (text: string) => string {
  const parts = values.flatMap((value) => [value, value.trim(), value.replace(/^\w+\s+/, ''), encoded(value)])
  const secrets = [...new Set(parts)]
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    // A secret may contain another one; the longer goes first so that nothing of it is left.
    .sort((a, b) => b.length - a.length)
  return (text) => {
    const known = secrets.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text)
    return truncate(oneLine(known), MAX_SHOWN)
  }
}

function encoded(value: string): string {
  return JSON.stringify(value).slice(1, -1)
}
