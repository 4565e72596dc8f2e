import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject, takeCodePoints } from '@toolscout/model/internal'
import { templateVariables } from './uri-template.ts'

/** Arguments of one prompt that are read. */
const MAX_ARGUMENTS = 100
/** Longest body of a skill that is kept, in code points; the specification advises 500 lines. */
const MAX_BODY_LENGTH = 65_536
/** Files of one skill, as its specification has it. */
const MAX_FILES = 512

/** A prompt (MCP `Prompt`) as a definition: its arguments are texts. */
export function promptDefinition({ arguments: given, ...prompt }: JsonObject): JsonObject {
  const args = (Array.isArray(given) ? given : []).filter(isNamed).slice(0, MAX_ARGUMENTS)
  const required = args.filter((one) => one.required === true).map(({ name }) => name)
  const properties = args.map(({ name, title, description }): [string, JsonObject] => [
    name,
    { type: 'string', ...textOf('title', title), ...textOf('description', description) },
  ])
  return { ...prompt, kind: 'prompt', inputSchema: objectOf(properties, required) }
}

/**
 * Resources (MCP `Resource` and `ResourceTemplate`) as definitions. Names of resources need not differ, so one that is there
 * more than once gives way to the URI. How large one is, and when it changed, is left out: its definition is the same.
 */
export function resourceDefinitions(items: readonly JsonObject[]): readonly JsonObject[] {
  const times = new Map<unknown, number>()
  for (const { name } of items) times.set(name, (times.get(name) ?? 0) + 1)
  return items.map(({ size: _, annotations: __, ...item }) => {
    const { name, title, uriTemplate } = item
    const uri = String(item.uri ?? uriTemplate)
    const isOwn = typeof name === 'string' && name.trim() !== '' && times.get(name) === 1
    const variables = typeof uriTemplate === 'string' ? templateVariables(uriTemplate) : []
    const properties = variables.map((one): [string, JsonObject] => [
      one.name,
      { type: ['string', 'number'] },
    ])
    const required = variables.flatMap((one) => (one.isOptional ? [] : one.name))
    return {
      ...item,
      kind: 'resource',
      name: isOwn ? name : uri,
      ...textOf('title', title ?? (isOwn ? undefined : name)),
      inputSchema: objectOf(properties, required),
    }
  })
}

/** What is known of a skill beside its entry. */
export interface SkillReading {
  /** What it is called where others have its name. Default: its own name. */
  readonly name?: string | undefined
  /** Its `SKILL.md`, where it could be read. */
  readonly text: string | undefined
}

/**
 * A skill (`Skill` of `io.modelcontextprotocol/skills`) as a definition. Its `files` are the digests of its files by their
 * paths, so that a file that changes is a change to approve; one beside the instructions is read as the argument `file`.
 */
export function skillDefinition(skill: JsonObject, { name, text }: SkillReading): JsonObject {
  const { uri, frontmatter } = skill
  const { description } = isJsonObject(frontmatter) ? frontmatter : {}
  const body = text === undefined ? undefined : skillBody(text)
  const files = digestsOf(skill)
  const others = Object.keys(files ?? {}).filter((path) => path !== SKILL_FILE)
  const file = {
    type: 'string',
    description: 'Which file of the skill to read. Default: SKILL.md.',
    ...(others.length <= MAX_NAMED_FILES && { enum: others }),
  }
  return {
    kind: 'skill',
    name: name ?? nameOfSkill(skill),
    ...textOf('description', description),
    ...textOf('body', body),
    uri: String(uri),
    ...(files && { files }),
    ...(others.length > 0 && { inputSchema: objectOf([['file', file]], []) }),
  }
}

/** The name of a skill that stands in its front matter, or its address. */
export function nameOfSkill({ uri, frontmatter }: JsonObject): string {
  const { name } = isJsonObject(frontmatter) ? frontmatter : {}
  return typeof name === 'string' ? name : String(uri)
}

/** The address of a file of a skill, whose own is that of its `SKILL.md`. */
export function addressOfFile(uri: string, path: string): string {
  return `${uri.slice(0, uri.lastIndexOf('/') + 1)}${path}`
}

/** Whether a file of a skill that was read (MCP `ResourceContents`) is the one that was listed; true where no digest says. */
export async function isAsListed({ uri, files }: JsonObject, content: JsonObject): Promise<boolean> {
  const path = String(content.uri).slice(addressOfFile(String(uri), '').length)
  const digest = isJsonObject(files) && Object.hasOwn(files, path) ? files[path] : undefined
  if (digest === undefined) return true
  const { text, blob } = content
  const bytes =
    typeof text === 'string'
      ? new TextEncoder().encode(text)
      : Uint8Array.from(atob(String(blob)), (one) => one.charCodeAt(0))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return digest === `sha256:${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

const SKILL_FILE = 'SKILL.md'
/** Files that a definition names; of more a model learns from the instructions. */
const MAX_NAMED_FILES = 50

/** The digests of a skill's files by path; `undefined` where it has none to give. */
function digestsOf({ uri, resources }: JsonObject): JsonObject | undefined {
  if (!Array.isArray(resources)) return undefined
  const home = addressOfFile(String(uri), '')
  const files = resources.filter(isJsonObject).slice(0, MAX_FILES)
  return Object.fromEntries(
    files.flatMap(({ uri: one, digest }) =>
      typeof one === 'string' && one.startsWith(home) && typeof digest === 'string'
        ? [[one.slice(home.length), digest]]
        : [],
    ),
  )
}

/** The text of a `SKILL.md` behind its front matter, bounded. */
function skillBody(text: string): string {
  return takeCodePoints(text.replace(FRONT_MATTER, '').trim(), MAX_BODY_LENGTH)
}

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n[\s\S]*?\n---[ \t]*(?:\r?\n|$)/

function isNamed(value: unknown): value is JsonObject & { readonly name: string } {
  return isJsonObject(value) && typeof value.name === 'string' && value.name !== ''
}

function textOf(member: string, value: unknown): JsonObject {
  return typeof value === 'string' && value !== '' ? { [member]: value } : {}
}

function objectOf(
  properties: readonly (readonly [string, JsonValue])[],
  required: readonly string[],
): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
  }
}
