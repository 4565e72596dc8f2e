import { InvalidToolError } from '../errors.ts'
import { cleanJson, type JsonObject } from '../internal/json/json.ts'
import {
  cleanText,
  hasHiddenCharacters,
  isPlainText,
  quote,
  spell,
  takeCodePoints,
  truncate,
  visibleName,
} from '../internal/text/foreign-text.ts'
import type { ToolNotice } from './tool.ts'

/** Most texts of one list, such as modes, that are read. */
const MAX_LIST_LENGTH = 1_000
/** Longest text of one list, in code points. */
const MAX_LIST_TEXT_LENGTH = 256

/** Longest path of a notice, in code points. */
const MAX_PATH_LENGTH = 256
/** Most notices of one definition. */
const MAX_NOTICES = 100

/** What is white space alone, in the sense of `trim`. */
const BLANK = /^\s*$/

/** Reads the members of one foreign definition, checks their types and notes what it adjusted. */
export class DefinitionReader {
  readonly notices: ToolNotice[] = []
  readonly #definition: { readonly [member: string]: unknown }
  #noted: Set<string> | undefined

  /** @throws InvalidToolError `INVALID_TOOL` when the definition is no object. */
  constructor(definition: unknown) {
    if (typeof definition !== 'object' || definition === null || Array.isArray(definition)) {
      const message = `A tool is an object with name and inputSchema, not ${quote(definition)}.`
      throw new InvalidToolError(message, { path: '', tool: '' })
    }
    this.#definition = definition as { readonly [member: string]: unknown }
  }

  /** The tool's name as far as it can be read, for messages. */
  get toolName(): string {
    const name = this.value('name')
    return typeof name === 'string' ? takeCodePoints(name, MAX_LIST_TEXT_LENGTH) : ''
  }

  /** Names of all members. */
  members(): readonly string[] {
    return Object.keys(this.#definition)
  }

  /** A member as it is; `undefined` when absent or null. */
  value(member: string): unknown {
    const found = this.#definition[member]
    return found === null ? undefined : found
  }

  /** The tool's name: as it was given, which is what is called, and as it is shown. */
  name(maxCodePoints: number): { readonly given: string; readonly shown: string } {
    const given = this.value('name')
    if (given === '') throw this.#refusal('name', 'is empty; a text that can be seen is needed.')
    if (typeof given !== 'string') throw this.wrongType('name', given, 'a text')
    this.#requireLength('name', given, maxCodePoints)
    const shown = visibleName(given)
    if (shown.trim() === '') throw this.#refusal('name', 'is blank; a text that can be seen is needed.')
    if (shown !== given) {
      const message = `The name ${quote(given)} is shown as ${quote(shown)}; it is called as it was given.`
      this.notice('HIDDEN_CHARACTERS', 'name', message)
    }
    return { given, shown }
  }

  /** A text that identifies something: neither cleaned nor cut, because that would change what it means. */
  optionalName(member: string, maxCodePoints: number): string | undefined {
    const found = this.value(member)
    if (found === undefined || found === '') return undefined
    if (typeof found !== 'string') throw this.wrongType(member, found, 'a text')
    if (found.trim() === '') throw this.#refusal(member, 'is blank; a text that can be seen is needed.')
    if (visibleName(found) !== found) {
      throw this.wrongType(member, found, 'a text without hidden characters and line breaks')
    }
    this.#requireLength(member, found, maxCodePoints)
    return found
  }

  /** A text for readers: cleaned, cut to the limit; `undefined` when absent or blank. */
  text(member: string, maxCodePoints: number): string | undefined {
    const found = this.value(member)
    if (found === undefined) return undefined
    if (typeof found !== 'string') throw this.wrongType(member, found, 'a text')
    const text = this.cleaned(member, found, maxCodePoints)
    return BLANK.test(text) ? undefined : text
  }

  /** A list of texts for readers; `undefined` when absent. */
  texts(member: string): readonly string[] | undefined {
    const found = this.value(member)
    if (found === undefined) return undefined
    if (!Array.isArray(found)) throw this.wrongType(member, found, 'a list of texts')
    for (let i = 0; i < found.length; i += 1) {
      if (typeof found[i] !== 'string') throw this.wrongType(`${member}[${i}]`, found[i], 'a text')
    }
    return this.listOf(member, found)
  }

  /** The texts of a list that stands deeper in the definition: each cleaned and cut, as many as are read. */
  listOf(path: string, items: readonly unknown[]): readonly string[] {
    const texts: string[] = []
    for (const item of items) if (typeof item === 'string') texts.push(item)
    const read = this.first(path, texts, MAX_LIST_LENGTH)
    const isPlain = (text: string): boolean => isPlainText(text, MAX_LIST_TEXT_LENGTH)
    if (read.every(isPlain)) return Object.freeze(read)
    return Object.freeze(read.map((text, i) => this.cleaned(`${path}[${i}]`, text, MAX_LIST_TEXT_LENGTH)))
  }

  /** The first `max` items; the rest is left out with a notice. */
  first<Item>(path: string, items: readonly Item[], max: number): readonly Item[] {
    if (items.length <= max) return items
    this.notice('MEMBER_IGNORED', path, `Of ${items.length} ${path}, the first ${max} were read.`)
    return items.slice(0, max)
  }

  /** Cleans and cuts a text that stands deeper in the definition. */
  cleaned(path: string, text: string, maxCodePoints: number): string {
    if (isPlainText(text, maxCodePoints)) return text
    // Cut twice: once so that a huge text is not scanned whole, once to the exact limit.
    const head = text.length > 4 * maxCodePoints ? takeCodePoints(text, 4 * maxCodePoints) : text
    const clean = cleanText(head)
    if (clean !== head && hasHiddenCharacters(head)) this.#noteHidden(path)
    const cut = truncate(clean, maxCodePoints)
    if (cut === clean && head === text) return clean
    const message = `The ${shownPath(path)} was cut to ${maxCodePoints} of ${text.length} characters.`
    this.notice('TEXT_TRUNCATED', path, message)
    return cut
  }

  /** Cleans every text and name of a foreign object. */
  cleanedObject(path: string, value: JsonObject): JsonObject {
    const clean = cleanJson(value, (text) => {
      if (hasHiddenCharacters(text)) this.#noteHidden(path)
      return cleanText(text)
    })
    return clean as JsonObject
  }

  /** Reports a problem, once per place, and at most a hundred problems per definition. */
  notice(code: ToolNotice['code'], path: string, message: string): void {
    const key = `${code} ${path}`
    this.#noted ??= new Set()
    if (this.#noted.has(key) || this.notices.length >= MAX_NOTICES) return
    this.#noted.add(key)
    this.notices.push(Object.freeze({ code, path: shownPath(path), message }))
  }

  /** The error for a value that cannot be read. */
  wrongType(path: string, found: unknown, needed: string): InvalidToolError {
    return this.#refusal(path, `is ${quote(found)}; ${needed} is needed.`)
  }

  #refusal(path: string, problem: string): InvalidToolError {
    const whose = path === 'name' ? '' : ` of ${quote(this.toolName)}`
    return new InvalidToolError(`The ${path}${whose} ${problem}`, { path, tool: this.toolName })
  }

  #requireLength(member: string, text: string, maxCodePoints: number): void {
    if (takeCodePoints(text, maxCodePoints).length === text.length) return
    throw this.wrongType(member, text, `a text of at most ${maxCodePoints} characters`)
  }

  #noteHidden(path: string): void {
    this.notice('HIDDEN_CHARACTERS', path, `Hidden characters were removed from the ${shownPath(path)}.`)
  }
}

/** A path as it is reported; it contains names of schema properties, which are foreign text. */
function shownPath(path: string): string {
  return truncate(spell(truncate(path, MAX_PATH_LENGTH)), MAX_PATH_LENGTH)
}
