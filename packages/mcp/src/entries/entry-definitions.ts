import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject, takeCodePoints } from '@toolscout/model/internal'
import { templateVariables } from './uri-template.ts'

/** Arguments of one prompt that are read. */
const MAX_ARGUMENTS = 100
/** Longest body of a skill that is kept, in code points; the specification advises 500 lines. */
const MAX_BODY_LENGTH = 65_536

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

/** A skill (`Skill` of `io.modelcontextprotocol/skills`) as a definition; `text` is its `SKILL.md`, where it could be read. */
export function skillDefinition({ uri, frontmatter }: JsonObject, text: string | undefined): JsonObject {
  const { name, description } = isJsonObject(frontmatter) ? frontmatter : {}
  const body = text === undefined ? undefined : skillBody(text)
  return {
    kind: 'skill',
    name: typeof name === 'string' ? name : String(uri),
    ...textOf('description', description),
    ...textOf('body', body),
    uri: String(uri),
  }
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
