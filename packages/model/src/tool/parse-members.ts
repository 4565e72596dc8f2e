import { copyJson, isJsonObject, type JsonObject, type JsonSchema } from '../internal/json/json.ts'
import { hasHiddenCharacters } from '../internal/text/foreign-text.ts'
import type { DefinitionReader } from './definition-reader.ts'
import {
  type EntryKind,
  MAX_DESCRIPTION_LENGTH,
  MAX_TITLE_LENGTH,
  type Tool,
  type ToolAnnotations,
  type ToolExample,
  type ToolIcon,
} from './tool.ts'
import { ENTRY_KINDS } from './tool-entry.ts'

/** Most icons and examples of one tool that are read; the rest is left out with a notice. */
const MAX_ICONS = 20
const MAX_EXAMPLES = 50
/** Longest texts, in code points; the source of an icon may be the picture itself. */
const MAX_LENGTH = { iconSource: 65_536, icon: 128, example: 2_000, scheme: 128 }
/** Most security schemes, and requirements of them, that are read; the rest is left out with a notice. */
const MAX_SCHEMES = 100

/** A member of a foreign object, with its path for notices. */
interface Given {
  readonly reader: DefinitionReader
  readonly path: string
  readonly value: unknown
}

/** Reads one member of an object; `undefined` leaves it out. */
type ReadMember = (given: Given) => unknown

/** How each member of an object is read. */
type Members = Readonly<Record<string, ReadMember>>

const text =
  (maxCodePoints: number): ReadMember =>
  ({ reader, path, value }) =>
    typeof value === 'string' ? reader.cleaned(path, value, maxCodePoints) : undefined

const textList: ReadMember = ({ reader, path, value }) =>
  Array.isArray(value) ? reader.listOf(path, value) : undefined

const hint: ReadMember = ({ reader, path, value }) => {
  if (typeof value === 'boolean') return value
  if (value !== undefined && value !== null) ignore(reader, path)
  return undefined
}

/** What a program that shows icons may load: nothing that runs, and nothing of this machine (MCP 2025-11-25, Icons). */
const iconSource: ReadMember = ({ value: src }) => {
  if (typeof src !== 'string' || src.length > MAX_LENGTH.iconSource || hasHiddenCharacters(src))
    return undefined
  const isPicture = /^data:image\//i.test(src) || (URL.canParse(src) && new URL(src).protocol === 'https:')
  return isPicture ? src : undefined
}

/** The names of an object, cleaned and cut; their values stay. */
const names: ReadMember = ({ reader, path, value }) => {
  if (!isJsonObject(value)) return undefined
  const entries = reader.first(path, Object.entries(value), MAX_SCHEMES)
  return Object.freeze(
    Object.fromEntries(entries.map(([name, item]) => [reader.cleaned(path, name, MAX_LENGTH.scheme), item])),
  )
}

const nameLists: ReadMember = ({ reader, path, value }) =>
  Array.isArray(value)
    ? reader.first(path, value, MAX_SCHEMES).map((item) => names({ reader, path, value: item }) ?? item)
    : undefined

const ANNOTATIONS: Members = {
  title: text(MAX_TITLE_LENGTH),
  readOnlyHint: hint,
  destructiveHint: hint,
  idempotentHint: hint,
  openWorldHint: hint,
}
const ICON: Members = {
  src: iconSource,
  mimeType: text(MAX_LENGTH.icon),
  sizes: textList,
  theme: text(MAX_LENGTH.icon),
}
const EXAMPLE: Members = {
  title: text(MAX_LENGTH.example),
  description: text(MAX_LENGTH.example),
  arguments: ({ value }) => (isJsonObject(value) ? copyJson(value) : undefined),
  resultHint: text(MAX_LENGTH.example),
}

/** Members of `_meta` that are shown to readers. */
const META: Members = {
  summary: text(MAX_DESCRIPTION_LENGTH),
  category: text(MAX_TITLE_LENGTH),
  inputModes: textList,
  outputModes: textList,
  securitySchemes: names,
  securityRequirements: nameLists,
}

/** Reads `kind`; `undefined` for a tool. */
export function parseKind(reader: DefinitionReader): Tool['kind'] {
  const found = reader.value('kind')
  if (found === undefined || found === 'tool') return undefined
  if (!ENTRY_KINDS.includes(found as EntryKind)) {
    throw reader.wrongType('kind', found, `one of ${ENTRY_KINDS.join(', ')}`)
  }
  return found as Tool['kind']
}

/** How many definitions there are of each kind, as they came. */
export function countKinds(definitions: readonly unknown[]): Readonly<Record<EntryKind, number>> {
  const counts = { tool: 0, prompt: 0, resource: 0, skill: 0 }
  for (const one of definitions) {
    const kind = ENTRY_KINDS.find((known) => isJsonObject(one) && one.kind === known) ?? 'tool'
    counts[kind] += 1
  }
  return counts
}

/** What a prompt, resource or skill takes that says nothing of it. */
export const NO_ARGUMENTS: JsonSchema = Object.freeze({ type: 'object', properties: Object.freeze({}) })

/** What gives text and does nothing. */
const READS: ToolAnnotations = Object.freeze({ readOnlyHint: true })

/**
 * Reads `annotations`: the hints MCP defines. What is no boolean is no hint and is left out with a notice. What is no tool
 * only reads.
 */
export function parseAnnotations(reader: DefinitionReader, kind: Tool['kind']): ToolAnnotations | undefined {
  const found = reader.value('annotations')
  if (kind !== undefined) return READS
  if (found === undefined) return undefined
  if (!isJsonObject(found)) throw reader.wrongType('annotations', found, 'an object')
  return readMembers(reader, 'annotations', { given: found, members: ANNOTATIONS })
}

/** Reads `icons`; an icon that is neither at an `https:` URL nor a picture in a `data:` URL is left out with a notice. */
export function parseIcons(reader: DefinitionReader): readonly ToolIcon[] | undefined {
  const icons = readList(reader, 'icons', { max: MAX_ICONS, members: ICON, needed: 'src' })
  return icons as readonly ToolIcon[] | undefined
}

/** Reads `examples`; an example whose arguments are no object is left out with a notice. */
export function parseExamples(reader: DefinitionReader): readonly ToolExample[] | undefined {
  const examples = readList(reader, 'examples', { max: MAX_EXAMPLES, members: EXAMPLE, needed: 'arguments' })
  return examples as readonly ToolExample[] | undefined
}

/**
 * Reads `_meta`, without hidden characters. The members Toolscout shows to readers (`summary`, `category`,
 * `inputModes`, `outputModes`, names of security schemes) are bounded like members of the definition itself and tell
 * what was changed; everything else stays as its author wrote it.
 */
export function parseMeta(reader: DefinitionReader): JsonObject | undefined {
  const given = reader.value('_meta')
  if (given === undefined) return undefined
  const meta = copyJson(given)
  if (!isJsonObject(meta)) throw reader.wrongType('_meta', given, 'an object')
  const shown = readMembers(reader, '_meta', { given: meta, members: META })
  return Object.freeze({ ...reader.cleanedObject('_meta', meta), ...shown })
}

/** A text of `_meta` that is not blank. */
export function metaText(meta: JsonObject = {}, member: string): string | undefined {
  const value = Object.hasOwn(meta, member) ? meta[member] : undefined
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** A list of texts of `_meta`. */
export function metaTexts(meta: JsonObject = {}, member: string): readonly string[] | undefined {
  const value = Object.hasOwn(meta, member) ? meta[member] : undefined
  return Array.isArray(value) ? (value as readonly string[]) : undefined
}

/** How the objects of a list are read. */
interface ListItems {
  readonly max: number
  readonly members: Members
  /** The member without which an object is left out. */
  readonly needed: string
}

function readList(
  reader: DefinitionReader,
  list: string,
  { max, members, needed }: ListItems,
): readonly object[] | undefined {
  const found = reader.value(list)
  if (found === undefined) return undefined
  if (!Array.isArray(found)) throw reader.wrongType(list, found, 'a list')
  const items: object[] = []
  for (const [i, given] of found.slice(0, max).entries()) {
    const path = `${list}[${i}]`
    const item = isJsonObject(given) ? readMembers(reader, path, { given, members }) : {}
    if (needed in item) items.push(item)
    else ignore(reader, path)
  }
  if (found.length > max) ignore(reader, `${list}[${max}…]`)
  return Object.freeze(items)
}

function readMembers(
  reader: DefinitionReader,
  path: string,
  { given, members }: { readonly given: JsonObject; readonly members: Members },
): object {
  const read = Object.entries(members).map(([member, readMember]): readonly [string, unknown] => [
    member,
    readMember({ reader, path: `${path}.${member}`, value: given[member] }),
  ])
  return Object.freeze(Object.fromEntries(read.filter(([, value]) => value !== undefined)))
}

function ignore(reader: DefinitionReader, path: string): void {
  reader.notice('MEMBER_IGNORED', path, `${path} is not what MCP defines and was left out.`)
}
