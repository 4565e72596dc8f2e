import { copyJson, type JsonValue, messageOf } from '@toolscout/model'
import { Lexer, LineCounter, parseAllDocuments } from 'yaml'
import { CustomToolError } from '../errors.ts'
import { MAX_CUSTOM_FILE_BYTES } from './read-folder.ts'

/** Deepest nesting: beyond it the parser would run out of stack. */
const MAX_YAML_DEPTH = 100
/** How often aliases may be followed, counted with what they hold: a definition needs none, people like a few. */
const MAX_ALIASES = 100
/** Values of one definition and their characters; aliases are counted for what they stand for. */
const LIMITS = { maxDepth: MAX_YAML_DEPTH, maxNodes: 100_000, maxLength: MAX_CUSTOM_FILE_BYTES } as const

/**
 * Reads one YAML 1.2 document as JSON: the core schema alone, no tags of anybody's own, no merge keys, names once and as
 * texts, aliases followed a bounded number of times.
 *
 * @throws CustomToolError `CUSTOM_TOOL_INVALID` with line and column.
 */
export function parseYaml(text: string, file: string): JsonValue {
  const refuse = (why: string): CustomToolError => new CustomToolError(why, { file, path: '' })
  if (text.length > MAX_CUSTOM_FILE_BYTES)
    throw refuse(`it is longer than ${MAX_CUSTOM_FILE_BYTES} characters.`)
  if (isTooDeep(text)) throw refuse(`it is nested deeper than ${MAX_YAML_DEPTH} levels.`)
  try {
    const lineCounter = new LineCounter()
    const documents = parseAllDocuments(text, {
      version: '1.2',
      schema: 'core',
      merge: false,
      resolveKnownTags: false,
      stringKeys: true,
      uniqueKeys: true,
      prettyErrors: false,
      logLevel: 'silent',
      lineCounter,
    })
    const [document, ...others] = Array.isArray(documents) ? documents : []
    if (document === undefined || others.length > 0) throw refuse('it must hold exactly one document.')
    const [problem] = [...document.errors, ...document.warnings]
    if (problem !== undefined) {
      const { line, col } = lineCounter.linePos(problem.pos[0])
      throw refuse(`${problem.message} (line ${line}, column ${col})`)
    }
    return copyJson(document.toJS({ maxAliasCount: MAX_ALIASES, mapAsMap: false }), LIMITS)
  } catch (error) {
    if (error instanceof CustomToolError) throw error
    throw refuse(messageOf(error))
  }
}

/**
 * Looks at the tokens, because the parser calls itself for every level: brackets that are open, and levels that one
 * line opens, such as `- - - -`. Levels that are opened by indenting cost as many spaces each, which the size bounds.
 */
function isTooDeep(text: string): boolean {
  let open = 0
  let inLine = 0
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') open += 1
    else if (token === ']' || token === '}') open -= 1
    else if (token === '\n' || token === '\r\n') inLine = 0
    else if (token === '-' || token === '?' || token === ':') inLine += 1
    if (open > MAX_YAML_DEPTH || (inLine > MAX_YAML_DEPTH && open === 0)) return true
  }
  return false
}
