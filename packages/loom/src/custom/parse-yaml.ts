import { InvalidJsonError, type JsonValue, ToolscoutError } from '@toolscout/model'
import { copyJson, messageOf, quote } from '@toolscout/model/internal'
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseAllDocuments,
  visit,
} from 'yaml'
import { MAX_CUSTOM_FILE_BYTES } from './read-folder.ts'

/** Deepest nesting: beyond it the parser would run out of stack. */
const MAX_YAML_DEPTH = 100
/** Most tokens, seven or so for every member: the parser makes several objects of each. */
const MAX_TOKENS = 50_000
/** What the lexer puts before a scalar, whose text is never read here. */
const SCALAR = '\u001f'
/** How often aliases may be followed, counted with what they hold: a definition needs none, people like a few. */
const MAX_ALIASES = 100
/** Values of one definition and their characters; aliases are counted for what they stand for. */
const LIMITS = { maxDepth: MAX_YAML_DEPTH, maxNodes: 100_000, maxLength: MAX_CUSTOM_FILE_BYTES } as const

/** Steps from the root of a document to a member. */
export type YamlPath = readonly (string | number)[]

/** A document as JSON, and where in it a member stands. */
export interface YamlDocument {
  readonly value: JsonValue
  /** The line of a member, from 1; of the last step of the path that is there. */
  readonly lineOf: (path: YamlPath) => number
}

/** What {@link readYaml} reads, without its lines. @throws what `refuse` makes of a reason, with line and column. */
export function parseYaml(text: string, refuse: (why: string) => ToolscoutError): JsonValue {
  return readYaml(text, refuse).value
}

/**
 * Reads one YAML 1.2 document as JSON: the core schema alone, no tags of anybody's own, no merge keys, names once and as
 * texts, aliases followed a bounded number of times.
 *
 * @throws what `refuse` makes of a reason, with line and column.
 */
export function readYaml(text: string, refuse: (why: string) => ToolscoutError): YamlDocument {
  if (text.length > MAX_CUSTOM_FILE_BYTES)
    throw refuse(`it is longer than ${MAX_CUSTOM_FILE_BYTES} characters.`)
  const weight = weighYaml(text)
  if (weight !== undefined) throw refuse(weight)
  try {
    const lineCounter = new LineCounter()
    const documents = parseAllDocuments(text, {
      version: '1.2',
      schema: 'core',
      merge: false,
      resolveKnownTags: false,
      stringKeys: true,
      // Theirs compares every name with every other.
      uniqueKeys: false,
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
    const twice = nameTwice(document)
    if (twice !== undefined) throw refuse(`the name ${quote(twice)} stands twice in one object.`)
    const value = copyJson(document.toJS({ maxAliasCount: MAX_ALIASES, mapAsMap: false }), LIMITS)
    return { value, lineOf: (path) => lineCounter.linePos(placeOf(document, path)).line }
  } catch (error) {
    if (error instanceof ToolscoutError && !(error instanceof InvalidJsonError)) throw error
    throw refuse(messageOf(error))
  }
}

/** Where the last step of a path that is there begins. */
function placeOf(document: Document, path: YamlPath): number {
  let node: unknown = document.contents
  let place = 0
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document)
    const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === step) : undefined
    const item: unknown = isSeq(node) ? node.items[Number(step)] : undefined
    const found = pair?.key ?? item
    if (!isNode(found)) break
    place = found.range?.[0] ?? place
    node = pair === undefined ? item : pair.value
  }
  return place
}

/** A name that an object has twice. */
function nameTwice(document: Document): string | undefined {
  let twice: string | undefined
  visit(document, {
    Map: (_key, map) => {
      const names = new Set<unknown>()
      for (const { key } of map.items) {
        const name: unknown = isScalar(key) ? key.value : key
        if (names.has(name)) twice = String(name)
        names.add(name)
      }
      return twice === undefined ? undefined : visit.BREAK
    },
  })
  return twice
}

/**
 * What is too much about a text before it is parsed, from its tokens alone; `undefined` when nothing is. The parser calls
 * itself for every level: of brackets that are open, of indents, and of what one line opens, such as `- - - -`.
 */
function weighYaml(text: string): string | undefined {
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
