import { type JsonValue, takeCodePoints, truncate } from '@toolscout/model'
import { readableSchema } from './readable-schema.ts'
import { type SchemaView, viewSchema } from './schema-view.ts'
import { CUT, literalText, nameText, type TypeTextOptions, typeText } from './type-text.ts'

/** What a signature is written from; a tool has these members. */
export interface SignatureInput {
  readonly name: string
  readonly inputSchema: unknown
  readonly outputSchema?: unknown
}

/** Bounds on a signature. What is cut is marked with `…`. */
export interface SignatureOptions {
  /** Levels of nested objects that are spelled out; an integer, 0 or more. Default 3. */
  readonly maxDepth?: number | undefined
  /** Most values of an enum and branches of a union; an integer, 1 or more. Default 8. */
  readonly maxValues?: number | undefined
  /** Longest signature in code points; an integer, 1 or more. Default 1,000. */
  readonly maxLength?: number | undefined
}

/**
 * Three levels and eight values tell nearly all of a usual tool; 1,000 code points are about 250 tokens, which
 * all but 4 of 5,808 public tools stay below.
 */
export const DEFAULT_SIGNATURE_OPTIONS: Required<{ readonly [option in keyof SignatureOptions]: number }> =
  Object.freeze({ maxDepth: 3, maxValues: 8, maxLength: 1_000 })

/** Ever less detail, for signatures that are too long with more. */
const COARSER: readonly TypeTextOptions[] = [
  { maxDepth: 2, maxValues: 6 },
  { maxDepth: 1, maxValues: 4 },
  { maxDepth: 0, maxValues: 3 },
]

/**
 * Writes how a tool is called, in one line of TypeScript's notation:
 * `create_issue(repo: string, title: string, state?: "open" | "closed" = "open"): { number: integer }`.
 *
 * Required parameters come first, each group in the order of the schema. Deterministic; names and values stand in
 * quotes wherever they could be taken for something else, hidden characters spelled. A signature that is too long
 * first loses depth and enum values, then optional parameters from the end. Odd schemas give less, never an error.
 *
 * @throws RangeError for an option outside its range.
 */
export function formatSignature(input: SignatureInput, options: SignatureOptions = {}): string {
  const { maxLength, ...finest } = completeOptions(options)
  const draft = createDraft(input)
  const levels = [finest, ...COARSER.filter((level) => level.maxDepth < finest.maxDepth)]
  let text = ''
  for (const { maxDepth, maxValues } of levels) {
    const level = { maxDepth, maxValues: Math.min(maxValues, finest.maxValues) }
    text = draft.write(level, draft.parameters.length)
    if (fits(text, maxLength)) return text
  }
  const coarsest = levels.at(-1) ?? finest
  for (let count = draft.parameters.length - 1; count >= 0; count -= 1) {
    text = draft.write(coarsest, count)
    if (fits(text, maxLength)) return text
  }
  return truncate(text, maxLength)
}

interface Draft {
  readonly parameters: readonly Parameter[]
  readonly write: (level: TypeTextOptions, parameterCount: number) => string
}

interface Parameter {
  readonly head: string
  readonly schema: JsonValue
  readonly tail: string
}

function createDraft(input: SignatureInput): Draft {
  const document = readableSchema(input.inputSchema)
  const output = input.outputSchema === undefined ? undefined : readableSchema(input.outputSchema)
  const name = nameText(input.name)
  const view = viewSchema(document, document)
  const parameters = listParameters(document, view)
  return {
    parameters,
    write: (level, parameterCount) => {
      const texts = parameters
        .slice(0, parameterCount)
        .map(({ head, schema, tail }) => `${head}: ${typeText(document, schema, level)}${tail}`)
      if (parameterCount < parameters.length) texts.push(CUT)
      const result = output === undefined ? '' : `: ${typeText(output, output, level)}`
      return `${name}(${texts.join(', ')})${result}`
    },
  }
}

function listParameters(document: JsonValue, view: SchemaView): readonly Parameter[] {
  const named = [...view.properties].map(([name, schema]) => {
    const isRequired = view.required.has(name)
    const preset = viewSchema(document, schema).default
    const tail = preset === undefined ? '' : ` = ${literalText(preset)}`
    return { isRequired, head: `${nameText(name)}${isRequired ? '' : '?'}`, schema, tail }
  })
  if (named.length === 0) return listUnnamed(document, view)
  return [...named.filter(({ isRequired }) => isRequired), ...named.filter(({ isRequired }) => !isRequired)]
}

/** Parameters without names: a choice between several forms, or a map from any name to one type. */
function listUnnamed(document: JsonValue, view: SchemaView): readonly Parameter[] {
  if (view.unions.length > 0) return [{ head: 'arguments', schema: document, tail: '' }]
  return typeof view.additional === 'object' && view.additional !== null
    ? [{ head: '[key]', schema: view.additional, tail: '' }]
    : []
}

function fits(text: string, maxLength: number): boolean {
  return takeCodePoints(text, maxLength).length === text.length
}

function completeOptions(options: SignatureOptions): TypeTextOptions & { readonly maxLength: number } {
  const { maxDepth, maxValues, maxLength } = DEFAULT_SIGNATURE_OPTIONS
  return {
    maxDepth: inRange('maxDepth', options.maxDepth ?? maxDepth, 0),
    maxValues: inRange('maxValues', options.maxValues ?? maxValues, 1),
    maxLength: inRange('maxLength', options.maxLength ?? maxLength, 1),
  }
}

function inRange(option: string, value: number, least: number): number {
  if (Number.isInteger(value) && value >= least) return value
  throw new RangeError(`${option} is ${value}; it must be an integer of ${least} or more.`)
}
