import type { EntryKind, JsonObject, ToolListing } from '@toolscout/model'
import { ENTRY_KINDS, isJsonObject, messageOf, quote } from '@toolscout/model/internal'
import type { McpConnection } from '../connection/connection.ts'
import type { McpRequestMethod } from '../connection/requests.ts'
import {
  isAsListed,
  nameOfSkill,
  promptDefinition,
  resourceDefinitions,
  skillDefinition,
} from './entry-definitions.ts'
import { listItems } from './list-items.ts'

/** The extension with which a server lists skills (SEP-2640). */
const SKILLS = 'io.modelcontextprotocol/skills'
/** Skills of a server whose body is read, which is a request each; the others are found by what their listing says. */
const MAX_BODIES = 200

/** Options of {@link listEntries}. */
export interface ListEntriesOptions {
  readonly signal?: AbortSignal | undefined
  /** Default: all. */
  readonly kinds?: readonly EntryKind[] | undefined
}

/**
 * Lists everything that can be found at a server: its tools, and as definitions with a `kind` its prompts, resources,
 * templates of resources, and skills. What its capabilities do not name is not asked for. What the configuration keeps out
 * is left out; there `prompt.plan` stands for the prompt `plan`. A part that fails is a reason for a listing that is not
 * complete; tools that fail reject as `list` does.
 */
export async function listEntries(
  connection: McpConnection,
  { signal, kinds = ENTRY_KINDS }: ListEntriesOptions = {},
): Promise<ToolListing> {
  const reasons: string[] = []
  const notices: string[] = []
  const offered = offersOf(connection).filter(({ kind }) => kinds.includes(kind))
  const part = async (kind: EntryKind): Promise<readonly JsonObject[]> => {
    const items: JsonObject[] = []
    for (const { list } of offered.filter((offer) => offer.kind === kind)) {
      try {
        const listed = await listItems(connection, list, signal)
        reasons.push(...listed.warnings)
        notices.push(...listed.notices)
        items.push(...listed.items)
      } catch (error) {
        signal?.throwIfAborted()
        if (connection.status === 'closed') throw error
        reasons.push(`The ${list[1]} could not be listed: ${messageOf(error)}`)
      }
    }
    return items
  }
  const [tools, prompts, resources, skills] = await Promise.all([
    kinds.includes('tool') ? connection.list({ signal }) : NO_TOOLS,
    part('prompt'),
    part('resource'),
    part('skill'),
  ])
  const ofSkills = new Set(skills.flatMap(filesOf))
  const others = [
    ...prompts.map(promptDefinition),
    ...resourceDefinitions(resources.filter(({ uri }) => !ofSkills.has(uri))),
    ...(await readSkills(connection, skills, { signal, notices })),
  ].filter(({ kind, name }) => connection.allows(`${String(kind)}.${String(name)}`))
  const { definitions, complete, reason } = withoutKinds(tools)
  const why = [...(reason === undefined ? [] : [reason]), ...reasons, ...notices].join(' ')
  return {
    definitions: [...definitions, ...others],
    complete: complete && reasons.length === 0,
    ...(why === '' ? {} : { reason: why }),
  }
}

const NO_TOOLS: ToolListing = Object.freeze({ definitions: Object.freeze([]), complete: true })

/** What a server lists beside tools, and where in the answer it stands. */
interface Offer {
  readonly kind: EntryKind
  readonly list: readonly [McpRequestMethod, member: string]
}

function offersOf({ capabilities }: McpConnection): readonly Offer[] {
  const { prompts, resources, extensions } = capabilities
  const hasSkills = isJsonObject(extensions) && extensions[SKILLS] !== undefined
  return [
    ...(prompts === undefined ? [] : [{ kind: 'prompt', list: ['prompts/list', 'prompts'] } as const]),
    ...(resources === undefined
      ? []
      : [
          { kind: 'resource', list: ['resources/list', 'resources'] } as const,
          { kind: 'resource', list: ['resources/templates/list', 'resourceTemplates'] } as const,
        ]),
    ...(hasSkills ? [{ kind: 'skill', list: ['skills/list', 'skills'] } as const] : []),
  ]
}

/** A tool is a tool, whatever member a server adds. */
function withoutKinds(listing: ToolListing): ToolListing {
  const hasKind = (definition: unknown): boolean => isJsonObject(definition) && 'kind' in definition
  if (!listing.definitions.some(hasKind)) return listing
  const definitions = listing.definitions.map((definition) => {
    if (!isJsonObject(definition)) return definition
    const { kind: _, ...members } = definition
    return members
  })
  return { ...listing, definitions }
}

/** The files of a skill, which need not be found as resources too. */
function filesOf({ uri, resources }: JsonObject): readonly unknown[] {
  return [uri, ...(Array.isArray(resources) ? resources.filter(isJsonObject).map((file) => file.uri) : [])]
}

interface SkillsReading {
  readonly signal: AbortSignal | undefined
  /** Receives why a text is not used. */
  readonly notices: string[]
}

async function readSkills(
  connection: McpConnection,
  skills: readonly JsonObject[],
  { signal, notices }: SkillsReading,
): Promise<readonly JsonObject[]> {
  const names = skills.map(nameOfSkill)
  const most = connection.transport === 'skills' ? skills.length : MAX_BODIES
  const definitions: JsonObject[] = []
  for (const [i, skill] of skills.entries()) {
    const uri = String(skill.uri)
    const read = i < most ? await readText(connection, uri, signal) : undefined
    // Of two of one name both are named by where they lie.
    const isOwn = names.indexOf(names[i] as string) === names.lastIndexOf(names[i] as string)
    const name = isOwn ? undefined : pathOf(uri)
    const definition = skillDefinition(skill, { name, text: read })
    if (read === undefined || (await isAsListed(definition, { uri, text: read })))
      definitions.push(definition)
    else {
      notices.push(
        `The text of the skill ${quote(names[i])} is not the one it is listed with, and is not used.`,
      )
      definitions.push(skillDefinition(skill, { name, text: undefined }))
    }
  }
  return definitions
}

/** Where a skill lies, without the scheme and its file. */
function pathOf(uri: string): string {
  return uri.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/\/SKILL\.md$/, '')
}

/** The text of a file; `undefined` where it cannot be read now: a call says why. */
async function readText(
  connection: McpConnection,
  uri: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  try {
    const { contents } = await connection.request('resources/read', { uri }, { signal })
    const [first] = Array.isArray(contents) ? contents.filter(isJsonObject) : []
    return typeof first?.text === 'string' ? first.text : undefined
  } catch (error) {
    signal?.throwIfAborted()
    if (connection.status === 'closed') throw error
    return undefined
  }
}
