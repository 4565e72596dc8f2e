import type { ToolExample } from '@toolscout/model'
import { requireKnownMembers } from '@toolscout/model/internal'
import { readArguments } from './example-arguments.ts'
import type { ToolDocInput } from './tool-doc.ts'
import {
  createToolDocTextReader,
  MAX_EXAMPLE_DESCRIPTION_LENGTH,
  MAX_EXAMPLE_TITLE_LENGTH,
  MAX_EXTERNAL_REF_LENGTH,
  MAX_EXTERNAL_REFS,
  MAX_NOTES_LENGTH,
  MAX_RESULT_HINT_LENGTH,
  MAX_TOOL_DOC_SUMMARY_LENGTH,
  type ToolDocNotice,
  type ToolDocTextReader,
  toNotice,
} from './tool-doc-text.ts'

const TOOL_DOC_MEMBERS = ['summary', 'notes', 'examples', 'externalRefs'] satisfies (keyof ToolDocInput)[]
const EXAMPLE_MEMBERS = ['title', 'description', 'arguments', 'resultHint'] satisfies (keyof ToolExample)[]

/** What is stored about one tool. Frozen. */
export interface ToolDocEntry {
  readonly summary?: string | undefined
  readonly notes?: string | undefined
  /** `undefined` without a list, so that the one of the tool's definition applies. */
  readonly examples?: readonly ToolExample[] | undefined
  /** Examples that stand behind that list. */
  readonly addedExamples?: readonly ToolExample[] | undefined
  readonly externalRefs?: readonly string[] | undefined
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
  const reader = createToolDocTextReader()
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
  reader: ToolDocTextReader,
  examples: readonly ToolExample[],
  maxExamples: number,
): readonly ToolExample[] {
  const kept = firstItems(reader, { path: 'examples', value: examples, max: maxExamples })
  return Object.freeze(
    kept.map((example, index) => {
      requireKnownMembers(`examples[${index}]`, example, EXAMPLE_MEMBERS)
      return readExample(reader, example, index)
    }),
  )
}

/** Reads one example. `index` is its position in the list that was given. */
export function readExample(reader: ToolDocTextReader, example: unknown, index: number): ToolExample {
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

function readRefs(reader: ToolDocTextReader, refs: readonly string[]): readonly string[] {
  const kept = firstItems(reader, { path: 'externalRefs', value: refs, max: MAX_EXTERNAL_REFS })
  const read = kept.map((ref, i) => reader.line(`externalRefs[${i}]`, ref, MAX_EXTERNAL_REF_LENGTH))
  return Object.freeze(read.filter((ref) => ref !== undefined))
}

interface ListMember {
  readonly path: string
  readonly value: unknown
  readonly max: number
}

function firstItems(reader: ToolDocTextReader, { path, value, max }: ListMember): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`The ${path} of a tool doc must be a list.`)
  if (value.length > max) {
    reader.notices.push(toNotice(path, `Of ${value.length} ${path}, the first ${max} were kept.`))
  }
  return value.slice(0, max)
}
