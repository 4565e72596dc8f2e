import { InvalidToolError } from '../errors.ts'
import { cleanJson } from '../internal/json/clean-json.ts'
import type { JsonObject } from '../internal/json/json.ts'
import { cleanText, hasHiddenCharacters } from '../internal/text/clean-text.ts'
import { quote, spell, takeCodePoints, truncate, visibleName } from '../internal/text/quote.ts'
import type { ToolNotice } from './tool.ts'

/** Most texts of one list, such as modes, that are read. */
const MAX_LIST_LENGTH = 1_000
/** Longest text of one list, in code points. */
const MAX_LIST_TEXT_LENGTH = 256

/** Longest path of a notice, in code points. */
const MAX_PATH_LENGTH = 256
/** Most notices of one definition. */
const MAX_NOTICES = 100

/** Reads the members of one foreign definition, checks their types and notes what it adjusted. */
export interface DefinitionReader {
  readonly notices: ToolNotice[]
  /** The tool's name as far as it can be read, for messages. */
  readonly toolName: string
  readonly members: () => readonly string[]
  /** A member as it is; `undefined` when absent or null. */
  readonly value: (member: string) => unknown
  /** The tool's name: as it was given, which is what is called, and as it is shown. */
  readonly name: (maxCodePoints: number) => { readonly given: string; readonly shown: string }
  /** A text that identifies something: neither cleaned nor cut, because that would change what it means. */
  readonly optionalName: (member: string, maxCodePoints: number) => string | undefined
  /** A text for readers: cleaned, cut to the limit; `undefined` when absent or blank. */
  readonly text: (member: string, maxCodePoints: number) => string | undefined
  readonly texts: (member: string) => readonly string[] | undefined
  /** Texts of a list that stands deeper in the definition: each cleaned and cut, as many as are read. */
  readonly listOf: (path: string, texts: readonly string[]) => readonly string[]
  /** Cleans and cuts a text that stands deeper in the definition. */
  readonly cleaned: (path: string, text: string, maxCodePoints: number) => string
  /** Cleans every text and name of a foreign object. */
  readonly cleanedObject: (path: string, value: JsonObject) => JsonObject
  readonly notice: (code: ToolNotice['code'], path: string, message: string) => void
  readonly wrongType: (path: string, value: unknown, needed: string) => InvalidToolError
}

/**
 * Opens a definition for reading.
 *
 * @throws InvalidToolError `INVALID_TOOL` when it is no object.
 */
export function createDefinitionReader(definition: unknown): DefinitionReader {
  if (typeof definition !== 'object' || definition === null || Array.isArray(definition)) {
    throw new InvalidToolError(`A tool is an object with name and inputSchema, not ${quote(definition)}.`, {
      path: '',
      tool: '',
    })
  }
  const notices: ToolNotice[] = []
  const value = (member: string): unknown => {
    const found: unknown = Reflect.get(definition, member)
    return found === null || !(member in definition) ? undefined : found
  }
  const rawName = value('name')
  const toolName = typeof rawName === 'string' ? takeCodePoints(rawName, MAX_LIST_TEXT_LENGTH) : ''
  const refusal = (path: string, problem: string): InvalidToolError => {
    const whose = path === 'name' ? '' : ` of ${quote(toolName)}`
    return new InvalidToolError(`The ${path}${whose} ${problem}`, { path, tool: toolName })
  }
  const wrongType = (path: string, found: unknown, needed: string): InvalidToolError =>
    refusal(path, `is ${quote(found)}; ${needed} is needed.`)
  const told = new Set<string>()
  const notice = (code: ToolNotice['code'], path: string, message: string): void => {
    // Reports a problem once per place, and at most a hundred problems per definition.
    const key = `${code} ${path}`
    if (told.has(key) || notices.length >= MAX_NOTICES) return
    told.add(key)
    notices.push(Object.freeze({ code, path: shownPath(path), message }))
  }
  const cleaned = (path: string, text: string, maxCodePoints: number): string => {
    // Cut twice: once so that a huge text is not scanned whole, once to the exact limit.
    const head = text.length > 4 * maxCodePoints ? takeCodePoints(text, 4 * maxCodePoints) : text
    const clean = cleanText(head)
    if (clean !== head && hasHiddenCharacters(head)) {
      notice('HIDDEN_CHARACTERS', path, `Hidden characters were removed from the ${shownPath(path)}.`)
    }
    const cut = truncate(clean, maxCodePoints)
    if (cut === clean && head === text) return clean
    const message = `The ${shownPath(path)} was cut to ${maxCodePoints} of ${text.length} characters.`
    notice('TEXT_TRUNCATED', path, message)
    return cut
  }
  const cleanedObject = (path: string, given: JsonObject): JsonObject => {
    let isHiding = false
    const clean = cleanJson(given, (text) => {
      isHiding ||= hasHiddenCharacters(text)
      return cleanText(text)
    })
    if (isHiding)
      notice('HIDDEN_CHARACTERS', path, `Hidden characters were removed from the ${shownPath(path)}.`)
    return clean as JsonObject
  }
  const listOf = (path: string, texts: readonly string[]): readonly string[] => {
    if (texts.length > MAX_LIST_LENGTH) {
      const message = `Of ${texts.length} ${path}, the first ${MAX_LIST_LENGTH} were read.`
      notice('MEMBER_IGNORED', path, message)
    }
    const read = texts.slice(0, MAX_LIST_LENGTH)
    return Object.freeze(read.map((text, i) => cleaned(`${path}[${i}]`, text, MAX_LIST_TEXT_LENGTH)))
  }
  const requireLength = (member: string, text: string, maxCodePoints: number): void => {
    if (takeCodePoints(text, maxCodePoints).length === text.length) return
    throw wrongType(member, text, `a text of at most ${maxCodePoints} characters`)
  }
  const optionalName = (member: string, maxCodePoints: number): string | undefined => {
    const found = value(member)
    if (found === undefined || found === '') return undefined
    if (typeof found !== 'string') throw wrongType(member, found, 'a text')
    if (found.trim() === '') throw refusal(member, 'is blank; a text that can be seen is needed.')
    if (cleanText(found) !== found || /[\t\n]/.test(found)) {
      throw wrongType(member, found, 'a text without hidden characters and line breaks')
    }
    requireLength(member, found, maxCodePoints)
    return found
  }
  return {
    notices,
    toolName,
    members: () => Object.keys(definition),
    value,
    optionalName,
    name: (maxCodePoints) => {
      const given = value('name')
      if (given === '') throw refusal('name', 'is empty; a text that can be seen is needed.')
      if (typeof given !== 'string') throw wrongType('name', given, 'a text')
      requireLength('name', given, maxCodePoints)
      const shown = visibleName(given)
      if (shown.trim() === '') throw refusal('name', 'is blank; a text that can be seen is needed.')
      if (shown !== given) {
        const message = `The name ${quote(given)} is shown as ${quote(shown)}; it is called as it was given.`
        notice('HIDDEN_CHARACTERS', 'name', message)
      }
      return { given, shown }
    },
    text: (member, maxCodePoints) => {
      const found = value(member)
      if (found === undefined) return undefined
      if (typeof found !== 'string') throw wrongType(member, found, 'a text')
      const text = cleaned(member, found, maxCodePoints)
      return text.trim() === '' ? undefined : text
    },
    texts: (member) => {
      const found = value(member)
      if (found === undefined) return undefined
      if (!Array.isArray(found)) throw wrongType(member, found, 'a list of texts')
      const wrong = found.findIndex((item: unknown) => typeof item !== 'string')
      if (wrong >= 0) throw wrongType(`${member}[${wrong}]`, found[wrong], 'a text')
      return listOf(member, found as readonly string[])
    },
    listOf,
    cleaned,
    cleanedObject,
    notice,
    wrongType,
  }
}

/** A path as it is reported; it contains names of schema properties, which are foreign text. */
function shownPath(path: string): string {
  return truncate(spell(truncate(path, MAX_PATH_LENGTH)), MAX_PATH_LENGTH)
}
