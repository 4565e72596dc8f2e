import { isJsonObject, type JsonValue } from './json.ts'

const ARRAY_INDEX = /^(?:0|[1-9]\d*)$/

/** Takes a pointer apart (RFC 6901, section 4); empty for the whole document. */
export function pointerTokens(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The value a pointer names; `undefined` when there is none. Looks at own members only. */
export function valueAt(document: JsonValue, tokens: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = document
  for (const token of tokens) {
    if (Array.isArray(value)) value = ARRAY_INDEX.test(token) ? value[Number(token)] : undefined
    else value = isJsonObject(value) && Object.hasOwn(value, token) ? value[token] : undefined
  }
  return value
}
