import { InvalidBackendError } from '../errors.ts'
import { quote } from '../internal/text/quote.ts'

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

/** The texts a kind may have beside. */
const OPTIONAL: { readonly [kind in BackendKind]: readonly string[] } = {
  local: [],
  provider: [],
  mcp: ['tool'],
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
  for (const member of [...required, ...OPTIONAL[kind as BackendKind]]) {
    const text: unknown = Reflect.get(value, member)
    if (text === undefined && !required.includes(member)) continue
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

/** Chooses which backend of a tool a call goes to. The list is never empty, in order of registration. */
export type BackendSelector = (backends: readonly Backend[]) => Backend

/** The default {@link BackendSelector}: local before provider before mcp, then the first registered. */
export function selectNearestBackend(backends: readonly Backend[]): Backend {
  for (const kind of BACKEND_KINDS) {
    const found = backends.find((backend) => backend.kind === kind)
    if (found !== undefined) return found
  }
  throw new InvalidBackendError('There is no backend to choose from.', '')
}
