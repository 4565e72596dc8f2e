import { Lexer } from 'yaml'

/** Deepest nesting: beyond it the parser would run out of stack. */
export const MAX_YAML_DEPTH = 100
/** Most aliases: each makes the parser look for what it stands for. */
const MAX_ALIASES = 100
/** Most tokens, seven or so for every member: the parser makes several objects of each. */
const MAX_TOKENS = 50_000
/** What the lexer puts before a scalar, whose text is never read here. */
const SCALAR = '\u001f'

/**
 * What is too much about a text before it is parsed, from its tokens alone; `undefined` when nothing is. The parser calls
 * itself for every level: of brackets that are open, of indents, and of what one line opens, such as `- - - -`.
 */
export function weighYaml(text: string): string | undefined {
  let tokens = 0
  let aliases = 0
  let brackets = 0
  let inLine = 0
  let isLineStart = true
  let isScalar = false
  const indents: number[] = []
  for (const token of new Lexer().lex(text)) {
    tokens += 1
    if (tokens > MAX_TOKENS) return `it has more than ${MAX_TOKENS} tokens.`
    if (isScalar) {
      isScalar = false
      continue
    }
    if (token === '\n' || token === '\r\n') {
      isLineStart = true
      continue
    }
    if (isLineStart) {
      isLineStart = false
      inLine = 0
      const indent = /^ +$/u.test(token) ? token.length : 0
      while ((indents.at(-1) ?? -1) >= indent) indents.pop()
      indents.push(indent)
    }
    if (token === SCALAR) isScalar = true
    else if (token === '[' || token === '{') brackets += 1
    else if (token === ']' || token === '}') brackets -= 1
    else if (brackets <= 0 && (token === '-' || token === '?' || token === ':')) inLine += 1
    else if (token.startsWith('*')) aliases += 1
    if (aliases > MAX_ALIASES) return `it has more than ${MAX_ALIASES} aliases.`
    if (indents.length + inLine + Math.max(0, brackets) > MAX_YAML_DEPTH) {
      return `it is nested deeper than ${MAX_YAML_DEPTH} levels.`
    }
  }
  return undefined
}
