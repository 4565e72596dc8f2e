import { PSEUDO_TAGS } from '../checks/rules.ts'

/** Where a text poses as the system by its markup, or `undefined`. */
export function findMarker(text: string): number | undefined {
  for (const match of text.matchAll(TAG)) {
    if (PSEUDO_TAGS.has(match[1] ?? '')) return match.index
  }
  const found = MARKER.exec(text) ?? HIDING.exec(text)
  return found === null ? undefined : found.index
}

const TAG = /[<[{]{1,2}[|/!]?\s?([a-z_]{2,24})[ :|>\]}]/g
/** Markup that hides what it holds. */
const HIDING =
  /display: ?none|visibility: ?hidden|color ?[=:] ?"?(?:white|#fff|transparent)|font-size: ?[01]|opacity: ?0|<desc>|<s>|```(?:system|instruction|prompt|admin)|(?:assistant|agent|model|ai|llm)\)?: (?=[a-z])/
const MARKER =
  /<<sys>>|\[\/?inst\]|<\|[a-z_]{2,20}\|>|<!--|(?:^|\n)\s{0,8}(?:system|assistant|developer|human)\s?:|#{1,6} ?(?:system|instruction|new instruction|developer|assistant)s?\b|[=*-]{3,6} ?(?:system|admin|(?:begin|start|end)(?: of)? (?:system|admin|instruction|hidden|secret|prompt|override|description|tool|user|internal|context))|(?:^|\n|\()\s?(?:system|admin|internal|hidden|security|developer) (?:note|message|notice|prompt|instruction|directive|override|alert|update)s?\s?:/
