import { InvalidJsonError, type JsonValue, ToolscoutError } from '@toolscout/model'
import { copyJson, messageOf, quote } from '@toolscout/model/internal'
import { type Document, isScalar, LineCounter, parseAllDocuments, visit } from 'yaml'
import { MAX_CUSTOM_FILE_BYTES } from './read-folder.ts'
import { MAX_YAML_DEPTH, weighYaml } from './weigh-yaml.ts'

/** How often aliases may be followed, counted with what they hold: a definition needs none, people like a few. */
const MAX_ALIASES = 100
/** Values of one definition and their characters; aliases are counted for what they stand for. */
const LIMITS = { maxDepth: MAX_YAML_DEPTH, maxNodes: 100_000, maxLength: MAX_CUSTOM_FILE_BYTES } as const

/**
 * Reads one YAML 1.2 document as JSON: the core schema alone, no tags of anybody's own, no merge keys, names once and as
 * texts, aliases followed a bounded number of times.
 *
 * @throws what `refuse` makes of a reason, with line and column.
 */
export function parseYaml(text: string, refuse: (why: string) => ToolscoutError): JsonValue {
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
    return copyJson(document.toJS({ maxAliasCount: MAX_ALIASES, mapAsMap: false }), LIMITS)
  } catch (error) {
    if (error instanceof ToolscoutError && !(error instanceof InvalidJsonError)) throw error
    throw refuse(messageOf(error))
  }
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
