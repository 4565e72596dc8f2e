import type { JsonObject, JsonValue, ToolExample } from '@toolscout/model'
import {
  cleanText,
  copyJson,
  isJsonObject,
  oneLine,
  quote,
  requireKnownMembers,
  truncate,
} from '@toolscout/model/internal'
import { ArgumentsTooLargeError } from './errors.ts'
import type { ToolDocInput } from './tool-doc.ts'

const TOOL_DOC_MEMBERS = ['summary', 'notes', 'examples', 'externalRefs'] satisfies (keyof ToolDocInput)[]
const EXAMPLE_MEMBERS = ['title', 'description', 'arguments', 'resultHint'] satisfies (keyof ToolExample)[]

/** What is stored about one tool. Frozen. */
export interface ToolDocEntry extends ToolDocInput {
  /** Examples that stand behind its list, or behind that of the tool's definition where it has none. */
  readonly addedExamples?: readonly ToolExample[] | undefined
}

/** A tool doc that was read: what it sets, and what had to be adjusted. */
export interface ToolDocReading {
  /** Only the members that were given. */
  readonly entry: ToolDocEntry
  readonly notices: readonly ToolDocNotice[]
}

/**
 * Reads a tool doc into fresh, frozen, bounded values.
 *
 * @throws TypeError when a member has the wrong type.
 * @throws ArgumentsTooLargeError `ARGUMENTS_TOO_LARGE` and InvalidJsonError `INVALID_JSON` for examples.
 */
export function readToolDoc(doc: ToolDocInput, maxExamples: number): ToolDocReading {
  requireKnownMembers('a tool doc', doc, TOOL_DOC_MEMBERS)
  const reader = new TextReader()
  const { summary, notes, examples, externalRefs } = doc
  const entry: ToolDocEntry = {
    ...(summary === undefined
      ? {}
      : { summary: reader.line('summary', summary, MAX_TOOL_DOC_SUMMARY_LENGTH) }),
    ...(notes === undefined ? {} : { notes: reader.block('notes', notes, MAX_NOTES_LENGTH) }),
    ...(examples === undefined ? {} : { examples: readExamples(reader, examples, maxExamples) }),
    ...(externalRefs === undefined ? {} : { externalRefs: readRefs(reader, externalRefs) }),
  }
  return { entry: Object.freeze(entry), notices: Object.freeze(reader.notices) }
}

function readExamples(
  reader: TextReader,
  examples: readonly ToolExample[],
  maxExamples: number,
): readonly ToolExample[] {
  const kept = firstItems(reader, 'examples', examples, maxExamples)
  return Object.freeze(
    kept.map((example, index) => {
      requireKnownMembers(`examples[${index}]`, example, EXAMPLE_MEMBERS)
      return readExample(reader, example, index)
    }),
  )
}

/** Reads one example. `index` is its position in the list that was given. */
export function readExample(reader: TextReader, example: unknown, index: number): ToolExample {
  const path = `examples[${index}]`
  if (typeof example !== 'object' || example === null) throw new TypeError(`${path} must be an object.`)
  const member = (name: keyof ToolExample): unknown => Reflect.get(example, name)
  const title = reader.line(`${path}.title`, member('title'), MAX_EXAMPLE_TITLE_LENGTH)
  const description = reader.line(
    `${path}.description`,
    member('description'),
    MAX_EXAMPLE_DESCRIPTION_LENGTH,
  )
  const resultHint = reader.line(`${path}.resultHint`, member('resultHint'), MAX_RESULT_HINT_LENGTH)
  return Object.freeze({
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    arguments: readArguments(member('arguments'), { index, title: title ?? '' }),
    ...(resultHint === undefined ? {} : { resultHint }),
  })
}

function readRefs(reader: TextReader, refs: readonly string[]): readonly string[] {
  const kept = firstItems(reader, 'externalRefs', refs, MAX_EXTERNAL_REFS)
  const read = kept.map((ref, i) => reader.line(`externalRefs[${i}]`, ref, MAX_EXTERNAL_REF_LENGTH))
  return Object.freeze(read.filter((ref) => ref !== undefined))
}

function firstItems(reader: TextReader, path: string, value: unknown, max: number): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`The ${path} of a tool doc must be a list.`)
  if (value.length > max) {
    reader.notices.push(toNotice(path, `Of ${value.length} ${path}, the first ${max} were kept.`))
  }
  return value.slice(0, max)
}

/** Longest summary of a tool doc, in code points: about 50 tokens, one line in a list of tools. */
export const MAX_TOOL_DOC_SUMMARY_LENGTH = 200
/** Longest notes, in code points: about 500 tokens, a screenful. */
const MAX_NOTES_LENGTH = 2_000
/** Longest title of an example, in code points. */
const MAX_EXAMPLE_TITLE_LENGTH = 100
/** Longest description of an example, in code points: two or three sentences. */
const MAX_EXAMPLE_DESCRIPTION_LENGTH = 300
/** Longest result hint of an example, in code points: a line. */
const MAX_RESULT_HINT_LENGTH = 200
/** Longest external reference, in code points; longer ones are no addresses anybody follows. */
const MAX_EXTERNAL_REF_LENGTH = 500
/** Most external references of one tool. */
const MAX_EXTERNAL_REFS = 20

/** What was adjusted while a tool doc was read; it is stored all the same. */
export interface ToolDocNotice {
  /** Where, such as `notes` or `examples[2].description`. */
  readonly path: string
  /** A sentence for people. */
  readonly message: string
}

/** Makes a notice. */
export function toNotice(path: string, message: string): ToolDocNotice {
  return Object.freeze({ path, message })
}

/** Reads texts of a tool doc: hidden characters removed, cut to their limits, each cut reported. */
export class TextReader {
  readonly notices: ToolDocNotice[] = []

  /** One line: every run of white space is a space. `undefined` when blank. @throws TypeError for no text. */
  line(path: string, value: unknown, maxCodePoints: number): string | undefined {
    return this.#read(path, value, maxCodePoints, oneLine)
  }

  /** As `line`, with line breaks kept. */
  block(path: string, value: unknown, maxCodePoints: number): string | undefined {
    return this.#read(path, value, maxCodePoints, (text) => text.trim())
  }

  #read(
    path: string,
    value: unknown,
    maxCodePoints: number,
    tidy: (text: string) => string,
  ): string | undefined {
    if (value === undefined || value === null) return undefined
    if (typeof value !== 'string') throw new TypeError(`The ${path} of a tool doc must be a text.`)
    // A huge text is not scanned whole; eight times the limit leaves room for what cleaning removes.
    const text = tidy(cleanText(value.slice(0, 8 * maxCodePoints)))
    const cut = truncate(text, maxCodePoints)
    if (cut !== text || value.length > 8 * maxCodePoints) {
      this.notices.push(toNotice(path, `The ${path} was cut to ${maxCodePoints} characters.`))
    }
    return cut === '' ? undefined : cut
  }
}

/** Deepest arguments of an example, in levels; an example that needs more teaches nothing. */
export const MAX_ARGUMENTS_DEPTH = 5
/** Most members and items of an example's arguments, over all levels. */
export const MAX_ARGUMENTS_KEYS = 50

/** The size of an example's arguments. */
export interface ArgumentsSize {
  /** Nesting levels of objects and lists; 0 without arguments, 1 for an object of scalars, even an empty one. */
  readonly depth: number
  /** Members of objects and items of lists, over all levels. */
  readonly keys: number
}

/** Measures arguments. They must be JSON, and not deeper than JSON of this project may be. */
export function measureArguments(args: JsonValue | undefined): ArgumentsSize {
  if (typeof args !== 'object' || args === null) return { depth: 0, keys: 0 }
  const values: readonly JsonValue[] = Array.isArray(args) ? args : Object.values(args)
  let depth = 0
  let keys = values.length
  for (const value of values) {
    const inner = measureArguments(value)
    depth = Math.max(depth, inner.depth)
    keys += inner.keys
  }
  return { depth: depth + 1, keys }
}

/**
 * Copies the arguments of an example into a fresh, frozen value.
 *
 * @throws TypeError when they are no object.
 * @throws InvalidJsonError `INVALID_JSON` when they are no JSON, or contain themselves.
 * @throws ArgumentsTooLargeError `ARGUMENTS_TOO_LARGE` when they are deeper or have more keys than allowed.
 */
export function readArguments(
  args: unknown,
  example: { readonly index: number; readonly title: string },
): JsonObject {
  // The copy comes first: it ends for any value, and nothing hides from it in an unknown kind of container.
  const copy = copyJson(args ?? {})
  if (!isJsonObject(copy)) {
    throw new TypeError(`The arguments of example ${example.index} must be an object, not ${quote(args)}.`)
  }
  const { depth, keys } = measureArguments(copy)
  if (depth <= MAX_ARGUMENTS_DEPTH && keys <= MAX_ARGUMENTS_KEYS) return copy
  throw new ArgumentsTooLargeError(
    `The arguments of example ${example.index} (${quote(example.title)}) have depth ${depth} and ${keys} keys; at most depth ${MAX_ARGUMENTS_DEPTH} and ${MAX_ARGUMENTS_KEYS} keys are allowed.`,
    { ...example, depth, keys, maxDepth: MAX_ARGUMENTS_DEPTH, maxKeys: MAX_ARGUMENTS_KEYS },
  )
}
