import { InvalidJsonError, InvalidToolError } from '../errors.ts'
import {
  copyJson,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../internal/json/json.ts'
import { SCHEMA_KEYWORDS } from '../internal/json/schema-keywords.ts'
import { hasHiddenCharacters, isPlainText, quote } from '../internal/text/foreign-text.ts'
import { DefinitionReader } from './definition-reader.ts'
import {
  metaText,
  metaTexts,
  NO_ARGUMENTS,
  parseAnnotations,
  parseExamples,
  parseIcons,
  parseKind,
  parseMeta,
} from './parse-members.ts'
import { normalizeTags } from './tags.ts'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  MAX_TITLE_LENGTH,
  type Tool,
  type ToolNotice,
} from './tool.ts'
import { freezeDefined } from './tool-entry.ts'
import { joinId, toIdPart, toIdVersion } from './tool-id.ts'
import { type SchemaSide, toJsonSchema, toMcpShape } from './tool-set.ts'

/** A tool that was read, and what had to be adjusted on the way. */
export interface ParsedTool {
  readonly tool: Tool
  /** The name as it was given, where the tool is shown under another: its server knows it by this one. */
  readonly givenName?: string
  /** Empty when the definition was taken as it is. */
  readonly notices: readonly ToolNotice[]
}

/** Options of {@link parseTool}. */
export interface ParseToolOptions {
  /** Namespace for a definition that names none, such as its server's name. */
  readonly namespace?: string | undefined
}

// biome-ignore format: one list
const READ_MEMBERS = new Set([
  'id', 'kind', 'name', 'namespace', 'version', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations',
  'icons', '_meta', 'otherMembers', 'tags', 'category', 'inputModes', 'outputModes', 'capabilities', 'examples',
])

const NO_NOTICES: readonly ToolNotice[] = Object.freeze([])

const isUnread = (member: string): boolean => !READ_MEMBERS.has(member)

/** Tools made here: they are what reading them again would give. */
const parsedTools = new WeakSet<object>()

/**
 * Reads a foreign tool definition into a fresh, frozen {@link Tool}. A tool that was read before is given back
 * as it is.
 *
 * Texts are cleaned of hidden characters and cut to their limits. Names are cleaned as well and given back beside
 * the tool as they were, because calls need them; names that no id can hold get a legal id part and stay as they are
 * for display and search. All of that is reported as notices, at most 100, each
 * place once. Other programs' `input_schema`, `parameters` and `{ type: 'function', function }` are understood. Members MCP does
 * not define are kept in `otherMembers`. `_meta.category`, `_meta.inputModes` and `_meta.outputModes` stand in for
 * members that are absent. What is no tool (`kind`) has its kind in its id, so that a tool and a prompt of one name are
 * two entries; it may leave out `inputSchema` and changes nothing (`readOnlyHint`).
 *
 * @throws InvalidToolError `INVALID_TOOL` when there is no usable name or no usable input schema, or a member
 * has the wrong type. The message names the member, the value and what to do.
 */
export function parseTool(definition: unknown, options: ParseToolOptions = {}): ParsedTool {
  if (isParsedTool(definition) && (options.namespace === undefined || definition.namespace !== undefined)) {
    return Object.freeze({ tool: definition, notices: NO_NOTICES })
  }
  const reader = new DefinitionReader(toMcpShape(definition))
  try {
    const { given, shown } = reader.name(MAX_NAME_LENGTH)
    const tool = readTool(reader, shown, options)
    parsedTools.add(tool)
    const notices = reader.notices.length === 0 ? NO_NOTICES : Object.freeze(reader.notices)
    return Object.freeze(given === shown ? { tool, notices } : { tool, givenName: given, notices })
  } catch (error) {
    if (!(error instanceof InvalidJsonError)) throw error
    const message = `The definition of ${quote(reader.toolName)} cannot be read. ${error.message}`
    throw new InvalidToolError(message, { path: error.details.path, tool: reader.toolName }, error)
  }
}

function isParsedTool(value: unknown): value is Tool {
  return typeof value === 'object' && value !== null && parsedTools.has(value)
}

function readTool(reader: DefinitionReader, name: string, options: ParseToolOptions): Tool {
  const namespace = reader.optionalName('namespace', MAX_NAME_LENGTH) ?? options.namespace
  const version = reader.optionalName('version', MAX_NAME_LENGTH)
  const meta = parseMeta(reader)
  const kind = parseKind(reader)
  const inputSchema = readSchema(reader, 'input') ?? (kind && NO_ARGUMENTS)
  if (inputSchema === undefined) {
    throw reader.wrongType('inputSchema', undefined, "a JSON Schema such as { type: 'object' }")
  }
  requireObjectRoot(inputSchema, name)
  return freezeDefined<Tool>({
    id: toCanonicalId(reader, { namespace, name: kind === undefined ? name : `${kind}.${name}`, version }),
    kind,
    name,
    namespace,
    version,
    title: reader.text('title', MAX_TITLE_LENGTH),
    description: reader.text('description', MAX_DESCRIPTION_LENGTH),
    inputSchema,
    outputSchema: readSchema(reader, 'output'),
    annotations: parseAnnotations(reader, kind),
    icons: parseIcons(reader),
    _meta: meta,
    otherMembers: readOtherMembers(reader),
    tags: readTags(reader, 'tags') ?? Object.freeze([]),
    category: reader.text('category', MAX_TITLE_LENGTH) ?? metaText(meta, 'category'),
    inputModes: reader.texts('inputModes') ?? metaTexts(meta, 'inputModes'),
    outputModes: reader.texts('outputModes') ?? metaTexts(meta, 'outputModes'),
    capabilities: readTags(reader, 'capabilities'),
    examples: parseExamples(reader),
  })
}

function readSchema(reader: DefinitionReader, side: SchemaSide): JsonSchema | undefined {
  const member = `${side}Schema`
  const given = reader.value(member)
  if (given === undefined) return undefined
  const [json, isPlain] = toJsonSchema(given, side, reader.toolName)
  if (isPlain) return json
  return cleanSchemaTexts(json, (text, steps) =>
    isPlainText(text, MAX_DESCRIPTION_LENGTH)
      ? text
      : reader.cleaned(`${member}/${steps.join('/')}`, text, MAX_DESCRIPTION_LENGTH),
  )
}

/** The id of a tool; reports every part that stands in it in another form. */
function toCanonicalId(
  reader: DefinitionReader,
  { namespace, name, version }: Record<'namespace' | 'version', string | undefined> & Pick<Tool, 'name'>,
): string {
  const legal = (part: string, given: string, toLegal: (text: string) => string): string => {
    const form = toLegal(given)
    if (form !== given)
      reader.notice('NAME_LEGALIZED', part, `The ${part} ${quote(given)} stands in the id as "${form}".`)
    return form
  }
  return joinId(
    legal('name', name, toIdPart),
    namespace === undefined ? undefined : legal('namespace', namespace, toIdPart),
    version === undefined ? undefined : legal('version', version, toIdVersion),
  )
}

function requireObjectRoot(schema: JsonObject, name: string): void {
  const type = schema.type
  if (type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'))) return
  throw new InvalidToolError(
    `The inputSchema of ${quote(name)} describes ${quote(type)}; arguments are an object, so its type is "object".`,
    { path: 'inputSchema.type', tool: name },
  )
}

/**
 * Members that we do not know. Members that are read are never among them, wherever they come from: what
 * `otherMembers` of a foreign definition calls `description` was not cleaned and must not pass for one.
 */
function readOtherMembers(reader: DefinitionReader): JsonObject | undefined {
  const given = reader.value('otherMembers')
  const own = reader.members().filter(isUnread)
  if (given === undefined && own.length === 0) return undefined
  if (given !== undefined && !isJsonObject(given)) throw reader.wrongType('otherMembers', given, 'an object')
  const ignored = (path: string, message: string): void => reader.notice('MEMBER_IGNORED', path, message)
  const others = new Map<string, unknown>()
  const keep = (member: string, value: unknown): void => {
    // Without what it hides it would be another member.
    if (hasHiddenCharacters(member))
      ignored('otherMembers', 'A member was left out whose name holds hidden characters.')
    else if (value !== undefined && typeof value !== 'function') others.set(member, value)
  }
  for (const [member, value] of Object.entries(given ?? {})) {
    const path = `otherMembers.${member}`
    if (READ_MEMBERS.has(member)) ignored(path, `${path} was left out; ${member} is a member of its own.`)
    else keep(member, value)
  }
  for (const member of own) keep(member, reader.value(member))
  if (others.size === 0) return undefined
  return reader.cleanedObject('otherMembers', copyJson(Object.fromEntries(others)) as JsonObject)
}

function readTags(reader: DefinitionReader, member: string): readonly string[] | undefined {
  const given = reader.texts(member)
  if (given === undefined) return undefined
  const tags = normalizeTags(given)
  if (tags.length === given.length) return tags
  const distinct = new Set(given.map((tag) => tag.trim().toLowerCase())).size
  if (tags.length < distinct) {
    reader.notice(
      'TAGS_DROPPED',
      member,
      `Of ${distinct} ${member}, ${tags.length} remain after normalisation.`,
    )
  }
  return tags
}

/** Cleans one text of a schema, given the keywords and names on the way to it. */
type CleanText = (text: string, steps: readonly string[]) => string

/**
 * Applies `clean` to every text of a schema that is written for readers (titles, descriptions, comments) and
 * leaves names, patterns and values alone, because changing those changes what the tool takes. Gives back the
 * same object when nothing changed.
 */
function cleanSchemaTexts(schema: JsonSchema, clean: CleanText): JsonSchema {
  return cleanSchema(schema, clean, []) as JsonSchema
}

/** @param isMap whether the members are names of schemas, not keywords. */
function cleanSchema(value: JsonValue, clean: CleanText, steps: string[], isMap = false): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  const hasKeywords = !isMap && !Array.isArray(value)
  const source = value as JsonObject
  let copy: Record<string, JsonValue> | undefined
  for (const member of Object.keys(source)) {
    const item = source[member] as JsonValue
    const kind = hasKeywords ? SCHEMA_KEYWORDS.get(member) : undefined
    if (kind === 'data') continue
    steps.push(member)
    let cleaned: JsonValue
    // A member that is no keyword may hold anything, texts for readers too.
    if (kind !== 'text') cleaned = cleanSchema(item, clean, steps, kind === 'schemaMap' && isJsonObject(item))
    else cleaned = typeof item === 'string' ? clean(item, steps) : item
    steps.pop()
    if (cleaned === item) continue
    copy ??= (Array.isArray(value) ? [...value] : { ...source }) as Record<string, JsonValue>
    copy[member] = cleaned
  }
  return copy === undefined ? value : (Object.freeze(copy) as JsonValue)
}
