import { copyJson, isJsonObject, type JsonObject, type JsonValue } from '../internal/json/json.ts'
import { hasHiddenCharacters } from '../internal/text/clean-text.ts'
import type { DefinitionReader } from './definition-reader.ts'
import type { ToolAnnotations, ToolExample, ToolIcon } from './tool.ts'

/** Most icons and examples of one tool that are read; the rest is left out with a notice. */
const MAX_ICONS = 20
const MAX_EXAMPLES = 50
const MAX_ICON_SOURCE_LENGTH = 65_536
const MAX_ICON_TEXT_LENGTH = 128
const MAX_EXAMPLE_TEXT_LENGTH = 2_000

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const

/** Reads `annotations`: the hints MCP defines. What is no boolean is no hint and is left out with a notice. */
export function parseAnnotations(reader: DefinitionReader): ToolAnnotations | undefined {
  const found = reader.value('annotations')
  if (found === undefined) return undefined
  if (!isJsonObject(found)) throw reader.wrongType('annotations', found, 'an object')
  const annotations: { -readonly [hint in keyof ToolAnnotations]: ToolAnnotations[hint] } = {}
  const title = found.title
  if (typeof title === 'string') annotations.title = reader.cleaned('annotations.title', title, 512)
  for (const hint of HINTS) {
    const value = found[hint]
    if (typeof value === 'boolean') annotations[hint] = value
    else if (value !== undefined && value !== null) ignore(reader, `annotations.${hint}`)
  }
  return Object.freeze(annotations)
}

/** What a program that shows icons may load: nothing that runs, and nothing of this machine (MCP 2025-11-25, Icons). */
function isIconSource(src: unknown): src is string {
  if (typeof src !== 'string' || src.length > MAX_ICON_SOURCE_LENGTH || hasHiddenCharacters(src)) return false
  if (/^data:image\//i.test(src)) return true
  return URL.canParse(src) && new URL(src).protocol === 'https:'
}

/** Reads `icons`; an icon that is neither at an `https:` URL nor a picture in a `data:` URL is left out with a notice. */
export function parseIcons(reader: DefinitionReader): readonly ToolIcon[] | undefined {
  const icons = readList(reader, 'icons', MAX_ICONS, (item, path) => {
    const src = item.src
    if (!isIconSource(src)) return undefined
    const { mimeType, sizes, theme } = item
    const text = (member: string, value: unknown): string | undefined =>
      typeof value === 'string' ? reader.cleaned(`${path}.${member}`, value, MAX_ICON_TEXT_LENGTH) : undefined
    return {
      src,
      mimeType: text('mimeType', mimeType),
      sizes: Array.isArray(sizes)
        ? reader.listOf(
            `${path}.sizes`,
            sizes.filter((size): size is string => typeof size === 'string'),
          )
        : undefined,
      theme: text('theme', theme),
    }
  })
  return icons as readonly ToolIcon[] | undefined
}

/** Reads `examples`; an example whose arguments are no object is left out with a notice. */
export function parseExamples(reader: DefinitionReader): readonly ToolExample[] | undefined {
  const examples = readList(reader, 'examples', MAX_EXAMPLES, (item, path) => {
    const given = item.arguments
    if (!isJsonObject(given)) return undefined
    const text = (member: string): string | undefined => {
      const value = item[member]
      return typeof value === 'string'
        ? reader.cleaned(`${path}.${member}`, value, MAX_EXAMPLE_TEXT_LENGTH)
        : undefined
    }
    return {
      title: text('title'),
      description: text('description'),
      arguments: copyJson(given),
      resultHint: text('resultHint'),
    }
  })
  return examples as readonly ToolExample[] | undefined
}

function readList(
  reader: DefinitionReader,
  member: string,
  maxItems: number,
  read: (item: { readonly [member: string]: unknown }, path: string) => object | undefined,
): readonly object[] | undefined {
  const found = reader.value(member)
  if (found === undefined) return undefined
  if (!Array.isArray(found)) throw reader.wrongType(member, found, 'a list')
  const items: object[] = []
  found.slice(0, maxItems).forEach((item: unknown, i) => {
    const path = `${member}[${i}]`
    const parsed = isJsonObject(item) ? read(item, path) : undefined
    if (parsed === undefined) ignore(reader, path)
    else items.push(Object.freeze(withoutUndefined(parsed)))
  })
  if (found.length > maxItems) ignore(reader, `${member}[${maxItems}…]`)
  return Object.freeze(items)
}

function ignore(reader: DefinitionReader, path: string): void {
  reader.notice('MEMBER_IGNORED', path, `${path} is not what MCP defines and was left out.`)
}

function withoutUndefined(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

/** Most security schemes, and requirements of them, that are read; the rest is left out with a notice. */
const MAX_SCHEMES = 100
/** Longest name of a security scheme, in code points. */
const MAX_SCHEME_LENGTH = 128

/** How long the members of `_meta` that are written for readers may be, in code points. */
export interface MetaLimits {
  readonly summary: number
  readonly category: number
}

/**
 * Reads `_meta`, without hidden characters. The members Toolscout shows to readers (`summary`, `category`,
 * `inputModes`, `outputModes`, names of security schemes) are bounded like members of the definition itself and tell
 * what was changed; everything else stays as its author wrote it.
 */
export function parseMeta(reader: DefinitionReader, limits: MetaLimits): JsonObject | undefined {
  const given = reader.value('_meta')
  if (given === undefined) return undefined
  const meta = copyJson(given)
  if (!isJsonObject(meta)) throw reader.wrongType('_meta', given, 'an object')
  const shown: Record<string, JsonValue> = {}
  for (const [member, limit] of Object.entries(limits)) {
    const value = meta[member]
    if (typeof value === 'string') shown[member] = reader.cleaned(`_meta.${member}`, value, limit)
  }
  for (const member of ['inputModes', 'outputModes']) {
    const value = meta[member]
    if (Array.isArray(value)) {
      const texts = value.filter((item): item is string => typeof item === 'string')
      shown[member] = reader.listOf(`_meta.${member}`, texts)
    }
  }
  const { securitySchemes: schemes, securityRequirements: requirements } = meta
  if (isJsonObject(schemes)) shown.securitySchemes = cleanNames(reader, '_meta.securitySchemes', schemes)
  if (Array.isArray(requirements)) {
    const path = '_meta.securityRequirements'
    shown.securityRequirements = Object.freeze(
      bounded(reader, path, requirements as readonly JsonValue[]).map((item) =>
        isJsonObject(item) ? cleanNames(reader, path, item) : item,
      ),
    )
  }
  return Object.freeze({ ...reader.cleanedObject('_meta', meta), ...shown })
}

/** A text of `_meta` that is not blank. */
export function metaText(meta: JsonObject | undefined, member: string): string | undefined {
  const value = ownMember(meta, member)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** A list of texts of `_meta`. */
export function metaTexts(meta: JsonObject | undefined, member: string): readonly string[] | undefined {
  const value = ownMember(meta, member)
  return Array.isArray(value) ? (value as readonly string[]) : undefined
}

function ownMember(meta: JsonObject | undefined, member: string): JsonValue | undefined {
  return meta !== undefined && Object.hasOwn(meta, member) ? meta[member] : undefined
}

function cleanNames(reader: DefinitionReader, path: string, named: JsonObject): JsonObject {
  const entries = bounded(reader, path, Object.entries(named))
  return Object.freeze(
    Object.fromEntries(
      entries.map(([name, value]) => [reader.cleaned(path, name, MAX_SCHEME_LENGTH), value]),
    ),
  )
}

function bounded<T>(reader: DefinitionReader, path: string, items: readonly T[]): readonly T[] {
  if (items.length <= MAX_SCHEMES) return items
  reader.notice('MEMBER_IGNORED', path, `Of ${items.length} ${path}, the first ${MAX_SCHEMES} were read.`)
  return items.slice(0, MAX_SCHEMES)
}

/** Where other programs keep what MCP calls `inputSchema`: Anthropic, and OpenAI with older AI SDKs. */
const SCHEMA_ALIASES = ['input_schema', 'parameters'] as const

/**
 * Brings a definition into MCP's shape where another one is plain to see: `input_schema` or `parameters` in place of
 * `inputSchema`, and OpenAI's `{ type: 'function', function: { … } }`. Anything else is given back as it is, to be
 * validated by the reader.
 */
export function toMcpShape(definition: unknown): unknown {
  if (!isObject(definition)) return definition
  if (Reflect.get(definition, 'type') === 'function') {
    const { type, function: wrapped, ...members } = definition as { readonly [member: string]: unknown }
    return toMcpShape(isObject(wrapped) ? { ...members, ...wrapped } : members)
  }
  if (Reflect.get(definition, 'inputSchema') != null) return definition
  const alias = SCHEMA_ALIASES.find((member) => isSchema(Reflect.get(definition, member)))
  if (alias === undefined) return definition
  const { [alias]: inputSchema, ...members } = definition as { readonly [member: string]: unknown }
  return { ...members, inputSchema }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Some libraries make their schemas callable. */
function isSchema(value: unknown): boolean {
  return isObject(value) || typeof value === 'function'
}
