import { copyJson, isJsonObject, type JsonObject, type JsonValue } from '../internal/json/json.ts'
import type { DefinitionReader } from './definition-reader.ts'

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
 * what was changed; everything else belongs to whoever put it there.
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
