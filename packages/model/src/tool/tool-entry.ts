import { InvalidBackendError } from '../errors.ts'
import { isJsonObject, type JsonValue } from '../internal/json/json.ts'
import { isPlainText, oneLine, quote, takeCodePoints, truncate } from '../internal/text/foreign-text.ts'
import type { EntryKind, Tool } from './tool.ts'

/** The kinds of what can be found, tools first. */
export const ENTRY_KINDS: readonly EntryKind[] = Object.freeze(['tool', 'prompt', 'resource', 'skill'])

/** Longest summary of a tool, in code points. */
const MAX_SUMMARY_LENGTH = 120

/** What is worth saying about a tool before anybody asks for more. Carries no schema. */
export interface ToolSummary
  extends Omit<
    Tool,
    'description' | 'inputSchema' | 'outputSchema' | 'icons' | '_meta' | 'otherMembers' | 'examples'
  > {
  /** `_meta.summary`, else the description: one line, at most 120 code points; empty when there is neither. */
  readonly summary: string
  /** Names of the security schemes a call needs, each once, in order. */
  readonly security?: readonly string[]
  /** Where the tool can be called, in order of registration; without names it is not shown by. */
  readonly backends: readonly Backend[]
}

/** Sums up a tool. The result is frozen and shares the tool's frozen values. */
export function toToolSummary(tool: Tool, backends: readonly Backend[]): ToolSummary {
  const { id, name, namespace, version, title, tags, category, inputModes, outputModes, capabilities } = tool
  const { annotations } = tool
  const security = securitySchemes(tool)
  return freezeDefined({
    id,
    kind: tool.kind,
    name,
    namespace,
    version,
    title,
    summary: summaryText(tool, MAX_SUMMARY_LENGTH),
    tags,
    category,
    inputModes,
    outputModes,
    capabilities,
    security: security.length === 0 ? undefined : security,
    annotations,
    backends: backends.some(hasOwnName) ? Object.freeze(backends.map(withoutName)) : backends,
  })
}

/** A type whose members may all be undefined. */
type Loose<Value> = { readonly [member in keyof Value]-?: Value[member] | undefined }

/** Leaves out what is undefined, so that `in`, spreads and JSON agree about what there is. */
export function freezeDefined<Value extends object>(members: Loose<Value>): Value {
  const present: { [member: string]: unknown } = {}
  const names = Object.keys(members) as (keyof Value & string)[]
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i] as keyof Value & string
    const value = members[name]
    if (value !== undefined) present[name] = value
  }
  return Object.freeze(present) as Value
}

/** A server's name for a tool may contain invisible characters, and a summary is displayed. */
function withoutName(backend: Backend): Backend {
  return hasOwnName(backend) ? Object.freeze({ kind: 'mcp', server: backend.server }) : backend
}

function hasOwnName(backend: Backend): backend is McpBackend {
  return backend.kind === 'mcp' && backend.tool !== undefined
}

/** What a tool is for, in one line of at most `maxCodePoints` code points. */
export function summaryText(tool: Tool, maxCodePoints: number): string {
  const given = toolMeta(tool, 'summary')
  const text = typeof given === 'string' && given.trim() !== '' ? given : (tool.description ?? '')
  // The beginning of a text is enough where it is plain, as most are, and longer than what is shown of it.
  const start = text.slice(0, 2 * maxCodePoints)
  if (isPlainText(start, start.length)) {
    const line = oneLine(start)
    if (start.length === text.length || line.length > maxCodePoints + 1) return truncate(line, maxCodePoints)
  }
  const head = takeCodePoints(text, 8 * maxCodePoints)
  return truncate(oneLine(head), maxCodePoints)
}

const NO_TEXTS: readonly string[] = Object.freeze([])

/** Scheme names from `_meta.securityRequirements`, else from `_meta.securitySchemes`. */
function securitySchemes(tool: Tool): readonly string[] {
  if (tool._meta === undefined) return NO_TEXTS
  const requirements = toolMeta(tool, 'securityRequirements')
  const required = Array.isArray(requirements)
    ? requirements.flatMap((item: JsonValue) => (isJsonObject(item) ? Object.keys(item) : []))
    : []
  const schemes = toolMeta(tool, 'securitySchemes')
  const named = required.length > 0 ? required : isJsonObject(schemes) ? Object.keys(schemes) : []
  return Object.freeze([...new Set(named)].sort())
}

/** A value of `_meta`, or `undefined` when the tool has none by that name. */
export function toolMeta(tool: Tool, member: string): JsonValue | undefined {
  const meta = tool._meta
  return meta !== undefined && Object.hasOwn(meta, member) ? meta[member] : undefined
}

/** A function in this process. */
export interface LocalBackend {
  readonly kind: 'local'
  /** Name of the handler that runs the tool. */
  readonly handler: string
}

/** A tool that a model or platform provider runs. */
export interface ProviderBackend {
  readonly kind: 'provider'
  readonly providerId: string
  /** The tool's id at the provider. */
  readonly toolId: string
}

/** A tool of an MCP server. */
export interface McpBackend {
  readonly kind: 'mcp'
  /** The server's name in this catalog, from the configuration. */
  readonly server: string
  /** What the server calls the tool, where that is not the name the tool is shown by. */
  readonly tool?: string
}

/** Where a call goes. */
export type Backend = LocalBackend | ProviderBackend | McpBackend

/** The kinds of {@link Backend}. */
export type BackendKind = Backend['kind']

/** The kinds in the order in which the default selection prefers them: nearest first. */
export const BACKEND_KINDS: readonly BackendKind[] = Object.freeze(['local', 'provider', 'mcp'])

/** The texts each kind must have. */
const REQUIRED: { readonly [kind in BackendKind]: readonly string[] } = {
  local: ['handler'],
  provider: ['providerId', 'toolId'],
  mcp: ['server'],
}

/**
 * Reads a backend into a fresh, frozen value that has the members of its kind and no others.
 *
 * @throws InvalidBackendError `INVALID_BACKEND` when the kind is unknown or a member is missing or empty.
 */
export function parseBackend(value: unknown): Backend {
  if (typeof value !== 'object' || value === null) {
    throw new InvalidBackendError(`A backend is an object, not ${quote(value)}.`, '')
  }
  const kind: unknown = Reflect.get(value, 'kind')
  if (typeof kind !== 'string' || !Object.hasOwn(REQUIRED, kind)) {
    throw new InvalidBackendError(
      `Unknown kind of backend ${quote(kind)}; use local, provider or mcp.`,
      'kind',
    )
  }
  const backend: Record<string, string> = { kind }
  const required = REQUIRED[kind as BackendKind]
  for (const member of kind === 'mcp' ? [...required, 'tool'] : required) {
    const text: unknown = Reflect.get(value, member)
    if (text === undefined && member === 'tool') continue
    if (typeof text !== 'string' || text.trim() === '') {
      throw new InvalidBackendError(`A ${kind} backend needs a ${member}, not ${quote(text)}.`, member)
    }
    backend[member] = text
  }
  return Object.freeze(backend) as unknown as Backend
}

/**
 * What tells two backends of a tool apart. Whatever characters the parts hold, different backends differ. A server
 * offers a tool once, whatever it calls it.
 */
export function backendKey(backend: Backend): string {
  const parts = REQUIRED[backend.kind].map((member) => Reflect.get(backend, member) as string)
  return JSON.stringify([backend.kind, ...parts])
}

/** Chooses which backend of a tool a call goes to. The list is never empty, in order of registration, a server before what stands in for it. */
export type BackendSelector = (backends: readonly Backend[]) => Backend

/** The default {@link BackendSelector}: local before provider before mcp, then the first registered. */
export function selectNearestBackend(backends: readonly Backend[]): Backend {
  const nearest = BACKEND_KINDS.flatMap((kind) => backends.find((backend) => backend.kind === kind) ?? [])[0]
  if (nearest !== undefined) return nearest
  throw new InvalidBackendError('There is no backend to choose from.', '')
}

/** The backends of a tool in the order in which a call asks them: the one that was selected, then the others, nearest first. */
export function orderBackends(backends: readonly Backend[], selected: Backend): readonly Backend[] {
  const key = backendKey(selected)
  const rank = ({ kind }: Backend): number => BACKEND_KINDS.indexOf(kind)
  const others = backends.filter((backend) => backendKey(backend) !== key)
  return [selected, ...others.sort((a, b) => rank(a) - rank(b))]
}
