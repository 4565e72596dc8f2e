/** A text that every match of a pattern holds. */
export interface RequiredLiteral {
  /** Empty when nothing is known. */
  readonly text: string
  readonly ignoreCase: boolean
}

const QUANTIFIERS = new Set(['*', '?', '{'])
const PUNCTUATION = /[^A-Za-z0-9\s]/
/** Escapes of one letter that stand for a class, a border or a control; others may be longer than they look. */
const SHORT_ESCAPES = /[dDwWsSbBAzntrfv]/
/** Letters that other letters fold to beyond ASCII (long s, Kelvin sign), so their absence proves nothing. */
const FOLDED = /[skSK]/

/**
 * The longest text that stands in every match of a pattern, as far as a simple reading can tell; empty rather
 * than wrong. Only literals outside of groups count, and an alternation outside of groups leaves none. Used to
 * skip documents without running the pattern.
 */
export function requiredLiteral(pattern: string): RequiredLiteral {
  const ignoreCase = pattern.startsWith('(?i)')
  const body = ignoreCase ? pattern.slice(4) : pattern
  if (body.includes('(?') || body.includes('\\Q') || body.includes('[')) return { text: '', ignoreCase }
  let best = ''
  let run = ''
  let depth = 0
  const endRun = (): void => {
    if (run.length > best.length) best = run
    run = ''
  }
  for (let i = 0; i < body.length; i += 1) {
    const character = body[i] as string
    if (character === '(' || character === ')') {
      depth += character === '(' ? 1 : -1
      endRun()
    } else if (depth > 0) {
      if (character === '\\') i += 1
    } else if (character === '|') {
      return { text: '', ignoreCase }
    } else if (character === '{') {
      // The bounds of a repetition are no text; an unclosed brace is left to the compiler.
      endRun()
      const close = body.indexOf('}', i)
      if (close < 0) return { text: '', ignoreCase }
      i = close
    } else if ('.^$*+?'.includes(character)) {
      endRun()
    } else {
      const escaped = character === '\\'
      const literal = escaped ? (body[i + 1] ?? '') : character
      if (escaped) i += 1
      if (escaped && !PUNCTUATION.test(literal) && !SHORT_ESCAPES.test(literal))
        return { text: '', ignoreCase }
      if ((escaped && !PUNCTUATION.test(literal)) || (ignoreCase && FOLDED.test(literal))) endRun()
      else if (QUANTIFIERS.has(body[i + 1] ?? '')) endRun()
      else run += literal
    }
  }
  endRun()
  return { text: ignoreCase ? best.toLowerCase() : best, ignoreCase }
}
