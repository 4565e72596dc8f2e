import { InvalidJsonError } from '../errors.ts'
import {
  cleanJson,
  copyJson,
  isJsonObject,
  type JsonLimits,
  type JsonObject,
  type JsonValue,
} from '../internal/json/json.ts'
import { cleanText, hasHiddenCharacters, messageOf, takeCodePoints } from '../internal/text/foreign-text.ts'

/** Text for the model. */
export interface TextContent {
  readonly type: 'text'
  readonly text: string
}

/** A picture or sound, base64 in `data`. */
export interface MediaContent {
  readonly type: 'image' | 'audio'
  readonly data: string
  readonly mimeType: string
}

/** A resource itself (`resource`) or where to read it (`resource_link`), with the members MCP gives those. */
export interface ResourceContent {
  readonly type: 'resource' | 'resource_link'
  readonly [member: string]: unknown
}

/** One piece of a result (MCP `ContentBlock`). */
export type ContentBlock = TextContent | MediaContent | ResourceContent

/** What a call gives back (MCP `CallToolResult`). */
export interface ToolResult {
  readonly content: readonly ContentBlock[]
  /** The result as data, where the tool gives it. */
  readonly structuredContent?: JsonObject
  /** True when the tool itself failed; `content` then says how. */
  readonly isError?: boolean
  readonly _meta?: JsonObject
}

/**
 * Makes a result of whatever a handler gave back: a result stays one (a value whose `content` is a list of objects
 * with a `type`), a text becomes text, nothing becomes an empty result, an object becomes structured content with
 * its JSON as text, any other value its JSON as text. A value that is no JSON is a result with `isError` that says
 * so. The result shares nothing with the value and is frozen.
 */
export function toToolResult(value: unknown): ToolResult {
  if (value === undefined || value === null) return Object.freeze({ content: Object.freeze([]) })
  if (typeof value === 'string') return textResult(value)
  try {
    const result = isResult(value) ? parseToolResult(value) : undefined
    return result ?? dataResult(copyJson(value, DEFAULT_RESULT_LIMITS))
  } catch (error) {
    // Whatever a getter or a `toJSON` of the value throws says the same: it cannot be read.
    return errorResult(`The tool ran, but its result cannot be handed on. ${failureText(error)}`)
  }
}

function isResult(value: unknown): boolean {
  const content: unknown = isJsonObject(value) ? Reflect.get(value, 'content') : undefined
  return (
    Array.isArray(content) && content.every((block) => isJsonObject(block) && typeof block.type === 'string')
  )
}

function dataResult(json: JsonValue): ToolResult {
  const result = textResult(JSON.stringify(json))
  return isJsonObject(json) ? Object.freeze({ ...result, structuredContent: json }) : result
}

/** A result of one text. */
export function textResult(text: string): ToolResult {
  return Object.freeze({ content: Object.freeze([Object.freeze({ type: 'text', text } as const)]) })
}

/**
 * A result that says the tool failed, and how: a text, or the message of whatever was thrown. Hidden characters are
 * removed, because a message may hold anything a handler met. It is as long as a result may be, 16,777,216 characters; a
 * call shows a model the beginning and the end of a long one.
 */
export function errorResult(failure: unknown): ToolResult {
  return Object.freeze({ ...textResult(failureText(failure)), isError: true })
}

function failureText(failure: unknown): string {
  const given = typeof failure === 'string' ? failure : messageOf(failure)
  const text = cleanText(takeCodePoints(given, DEFAULT_RESULT_LIMITS.maxLength))
  return text.trim() === '' ? 'It failed without saying why.' : text
}

/**
 * What one piece of a result may weigh: 64 levels, because deeper nesting overflows recursive readers; a million
 * values and 16 Mi characters, more than the 10 MiB an MCP client reads of one message.
 */
export const DEFAULT_RESULT_LIMITS: JsonLimits = Object.freeze({
  maxDepth: 64,
  maxNodes: 1_000_000,
  maxLength: 16_777_216,
})
/** Most pieces of one result; a result of more is no answer to a question. */
const MAX_BLOCKS = 10_000

/** The members each kind of content must have as text (MCP 2025-11-25, `ContentBlock`). */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource: [],
  resource_link: ['uri'],
}

/**
 * Reads the result of a call (MCP `CallToolResult`) into a fresh, frozen value; `undefined` when it is none.
 *
 * Nothing is lost in silence: content of an unknown or broken kind becomes text with its JSON, what is no JSON or
 * beyond the limits a text that says so, a result without content has none. Texts, media, resources and structured
 * content stay byte for byte as the tool gave them; they are data and may be a file. What describes them (`_meta`,
 * annotations, names and titles of resources) is for readers and is cleaned of hidden characters.
 */
export function parseToolResult(
  value: unknown,
  limits: JsonLimits = DEFAULT_RESULT_LIMITS,
): ToolResult | undefined {
  if (!isJsonObject(value)) return undefined
  const { content = [], structuredContent, isError, _meta } = value as { readonly [member: string]: unknown }
  if (!Array.isArray(content)) return undefined
  const blocks = content.slice(0, MAX_BLOCKS).map((block: unknown) => readBlock(block, limits))
  if (content.length > MAX_BLOCKS) {
    blocks.push(leftOut(`What comes after the first ${MAX_BLOCKS} pieces`, 'there are too many.'))
  }
  const read = (what: string, given: unknown): JsonObject | undefined => {
    try {
      return isJsonObject(given) ? (copyJson(given, limits) as JsonObject) : undefined
    } catch (error) {
      if (!(error instanceof InvalidJsonError)) throw error
      blocks.push(leftOut(what, error.message))
      return undefined
    }
  }
  const structured = read('The structured content', structuredContent)
  const meta = read('What describes the result', _meta)
  return Object.freeze({
    content: Object.freeze(blocks),
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...(typeof isError === 'boolean' ? { isError } : {}),
    ...(meta === undefined ? {} : { _meta: cleanJson(meta) as JsonObject }),
  })
}

function readBlock(value: unknown, limits: JsonLimits): ContentBlock {
  try {
    const block = copyJson(value, limits)
    return isContentBlock(block) ? cleanBlock(block) : textBlock(JSON.stringify(block))
  } catch (error) {
    if (!(error instanceof InvalidJsonError)) throw error
    return leftOut('A piece of the result', error.message)
  }
}

/** The members that are content; all others say something about it. */
const CONTENT: ReadonlySet<string> = new Set(['text', 'data', 'blob'])

function cleanBlock(block: ContentBlock): ContentBlock {
  return cleanAround(block as unknown as JsonObject) as unknown as ContentBlock
}

function cleanAround(block: JsonObject): JsonObject {
  // A name that hides something would be another one when it is cleaned, and take its place.
  const visible = Object.entries(block).filter(([name]) => !hasHiddenCharacters(name))
  const members = visible.map(([name, value]): [string, JsonValue] => {
    if (CONTENT.has(name)) return [name, value]
    return [name, name === 'resource' && isJsonObject(value) ? cleanAround(value) : cleanJson(value)]
  })
  return Object.freeze(Object.fromEntries(members))
}

function isContentBlock(block: unknown): block is ContentBlock {
  if (!isJsonObject(block) || typeof block.type !== 'string' || !Object.hasOwn(REQUIRED, block.type))
    return false
  if (block.type === 'resource' && !isJsonObject(block.resource)) return false
  return (REQUIRED[block.type] as readonly string[]).every((member) => typeof block[member] === 'string')
}

function leftOut(what: string, why: string): ContentBlock {
  return textBlock(`[${what} was left out: ${why}]`)
}

function textBlock(text: string): ContentBlock {
  return Object.freeze({ type: 'text', text })
}
