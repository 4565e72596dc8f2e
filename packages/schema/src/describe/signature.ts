import type { JsonValue } from '@toolscout/model'
import { checkWhole, requireKnownMembers, takeCodePoints, truncate } from '@toolscout/model/internal'
import { createSchemaViewer, readableSchema, type SchemaViewer } from './schema-view.ts'
import { CUT, createTypeWriter, type TypeTextOptions, type TypeWriter } from './type-text.ts'

/** What a signature is written from; a tool has these members. */
export interface SignatureInput {
  readonly name: string
  readonly inputSchema: unknown
  readonly outputSchema?: unknown
}

/** How a tool is called, in one line. */
export interface Signature {
  readonly text: string
  /** Whether the text leaves out anything the schemas say about names and types, units apart. */
  readonly isCut: boolean
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
 * Three levels and eight values say nearly all of a usual tool. 1,000 code points are about 250 tokens; all but 4 of
 * 5,808 public tools stay below.
 */
export const DEFAULT_SIGNATURE_OPTIONS: Required<{ readonly [option in keyof SignatureOptions]: number }> =
  Object.freeze({ maxDepth: 3, maxValues: 8, maxLength: 1_000 })

// Ever less detail, for signatures that are too long with more.
const COARSER: readonly Pick<TypeTextOptions, 'maxDepth' | 'maxValues'>[] = [
  { maxDepth: 2, maxValues: 6 },
  { maxDepth: 1, maxValues: 4 },
  { maxDepth: 0, maxValues: 3 },
]

/**
 * Writes how a tool is called, in one line of TypeScript's notation:
 * `create_issue(repo: string, title: string, state?: "open" | "closed" = "open"): { number: integer }`.
 *
 * Required parameters come first, each group in the order of the schema. Names and values stand in
 * quotes wherever they could be taken for something else, hidden characters escaped. Units that descriptions name stand
 * as comments behind the types. A signature that is too long loses units first, then depth and enum values, then
 * parameters from the end. Odd schemas give less, never an error.
 *
 * @throws RangeError for an option outside its range, TypeError for an unknown one.
 */
export function formatSignature(input: SignatureInput, options: SignatureOptions = {}): string {
  return toSignature(input, options).text
}

/** As {@link formatSignature}, and says whether something was left out. */
export function toSignature(input: SignatureInput, options: SignatureOptions = {}): Signature {
  const finest = completeOptions(options)
  const { maxLength } = finest
  const draft = createDraft(input)
  const coarser = COARSER.filter(({ maxDepth }) => maxDepth < finest.maxDepth)
  const levels = [finest, ...coarser].flatMap((level) => {
    const plain = { ...finest, ...level, maxValues: Math.min(level.maxValues, finest.maxValues) }
    return [{ ...plain, hasUnits: true }, plain]
  })
  for (const level of levels) {
    const { parameters, result, isCut, name } = writeParts(draft, level)
    const text = `${name}(${parameters.join(', ')})${result}`
    if (parameters.length === draft.parameters.length && takeCodePoints(text, maxLength) === text)
      return Object.freeze({ text, isCut })
  }
  const coarsest = writeParts(draft, levels.at(-1) ?? finest)
  const text =
    draft.parameters.length > 0
      ? withFewer(coarsest, maxLength)
      : truncate(`${coarsest.name}()${coarsest.result}`, maxLength)
  return Object.freeze({ text, isCut: true })
}

interface Draft {
  readonly name: string
  readonly view: SchemaViewer
  readonly parameters: readonly Parameter[]
  readonly output: JsonValue | undefined
}

interface Parameter {
  readonly name: string
  /** How the name is written, for what has none of its own. */
  readonly head?: string
  readonly isRequired: boolean
  readonly schema: JsonValue
}

function createDraft({ name, inputSchema, outputSchema }: SignatureInput): Draft {
  const document = readableSchema(inputSchema)
  const view = createSchemaViewer(document)
  const output = outputSchema === undefined ? undefined : readableSchema(outputSchema)
  return { name, view, parameters: listParameters(document, view), output }
}

function listParameters(document: JsonValue, view: SchemaViewer): readonly Parameter[] {
  const { properties, required, unions, additional } = view(document)
  const named = [...properties].map(([name, schema]) => ({ name, isRequired: required.has(name), schema }))
  if (named.length > 0) {
    return [...named.filter(({ isRequired }) => isRequired), ...named.filter(({ isRequired }) => !isRequired)]
  }
  // Parameters without names: a choice between several forms, or a map from any name to one type.
  if (unions.length > 0) return [{ name: '', head: 'arguments', isRequired: true, schema: document }]
  return typeof additional === 'object' && additional !== null
    ? [{ name: '', head: '[key]', isRequired: true, schema: additional }]
    : []
}

interface Parts {
  readonly name: string
  /** As many as there is room for, and one more where there is not room for all. */
  readonly parameters: readonly string[]
  readonly result: string
  readonly isCut: boolean
}

function writeParts(draft: Draft, options: TypeTextOptions): Parts {
  const writer = createTypeWriter(draft.view, options)
  const name = writer.name(draft.name)
  const parameters: string[] = []
  let length = 0
  for (const parameter of draft.parameters) {
    // A code point has at most two code units: what is longer than this does not fit, whatever follows.
    if (length > 2 * options.maxLength) break
    const text = writeParameter(draft.view, writer, parameter)
    length += text.length
    parameters.push(text)
  }
  if (draft.output === undefined) return { name, parameters, result: '', isCut: writer.isCut() }
  const outputWriter = createTypeWriter(createSchemaViewer(draft.output), options)
  const result = `: ${outputWriter.write(draft.output)}`
  return { name, parameters, result, isCut: writer.isCut() || outputWriter.isCut() }
}

function writeParameter(view: SchemaViewer, writer: TypeWriter, parameter: Parameter): string {
  const { name, head, isRequired, schema } = parameter
  const preset = head === undefined ? view(schema).default : undefined
  const tail = preset === undefined ? '' : ` = ${writer.literal(preset)}`
  return `${head ?? writer.name(name)}${isRequired ? '' : '?'}: ${writer.write(schema, name)}${tail}`
}

/** As many parameters from the beginning as there is room for, with a mark for the rest. */
function withFewer({ name, parameters, result }: Parts, maxLength: number): string {
  const write = (shown: readonly string[]): string => `${name}(${[...shown, CUT].join(', ')})${result}`
  let room = maxLength - [...write([])].length
  let count = 0
  for (const text of parameters.slice(0, -1)) {
    room -= [...text].length + ', '.length
    if (room < 0) break
    count += 1
  }
  return truncate(write(parameters.slice(0, count)), maxLength)
}

function completeOptions(options: SignatureOptions): TypeTextOptions {
  requireKnownMembers('the options of a signature', options, Object.keys(DEFAULT_SIGNATURE_OPTIONS))
  const { maxDepth, maxValues, maxLength } = DEFAULT_SIGNATURE_OPTIONS
  return {
    maxDepth: checkWhole('maxDepth', options.maxDepth ?? maxDepth, 0),
    maxValues: checkWhole('maxValues', options.maxValues ?? maxValues, 1),
    maxLength: checkWhole('maxLength', options.maxLength ?? maxLength, 1),
  }
}
