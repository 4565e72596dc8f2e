import type { Discovery } from '@toolscout/discovery'
import { facadeDeps, type ToolReference, toCallable } from '@toolscout/discovery/internal'
import type { RegisteredTool } from '@toolscout/index'
import { matchesPattern } from '@toolscout/mcp/internal'
import {
  type Backend,
  type JsonObject,
  type Observer,
  ToolNotFoundError,
  type ToolResult,
  toExportName,
} from '@toolscout/model'
import { backendKey, observeFact, orderBackends } from '@toolscout/model/internal'
import {
  type CallEngineOptions,
  CallNotRunError,
  type CallOptions,
  type CallPolicy,
  type ReadResultOptions,
  type ResultPage,
} from '@toolscout/runtime'
import {
  type CallableTool,
  type CallEngine,
  type CallRoute,
  createCallEngine,
  failureResult,
  type LocalHandler,
  type RefusedCall,
  shownName,
  unknownTool,
} from '@toolscout/runtime/internal'
import type { ToolFinder } from './find-tools.ts'
import type { ServerState } from './server-status.ts'
import type { ServerCall } from './servers/managed-server.ts'
import { observedServer } from './servers/server-listing.ts'
import type { ServerEntry, Servers } from './servers/servers.ts'

/** What calls are run with. */
export interface ToolRunnerDeps {
  readonly discovery: Discovery
  readonly servers: Servers
  readonly finder: ToolFinder
  readonly options: Omit<CallEngineOptions, 'policyOf' | 'guardOf'>
}

/** Runs the tools of a gateway: from a tool to what runs it, and how. */
export class ToolRunner {
  readonly #deps: ToolRunnerDeps
  readonly #engine: CallEngine

  constructor(deps: ToolRunnerDeps) {
    this.#deps = deps
    this.#engine = createCallEngine({
      ...deps.options,
      guardOf: (backend) => deps.servers.get(backend)?.guard,
    })
  }

  /** Never rejects but for options. `found` is absent for what does not exist. */
  async call(
    reference: ToolReference,
    found: RegisteredTool | undefined,
    { args, options }: { readonly args: unknown; readonly options: CallOptions },
  ): Promise<ToolResult> {
    if (found !== undefined) return this.#engine.call(this.#toTarget(found, options), args, options)
    const { principal = '' } = options
    const error = await this.#deps.finder.notFound(reference, principal)
    if (error instanceof ToolNotFoundError)
      return this.#engine.call(unknownTool(error.details.id, error.details.suggestions), args, options)
    const name = shownName(typeof reference === 'string' ? reference : reference.id)
    const refusal = failureResult(error.code, error, { tool: name, outcome: 'notRun' })
    return this.#engine.call({ name, refusal }, args, options)
  }

  readResult(handle: string, page?: ReadResultOptions): ResultPage {
    return this.#engine.readResult(handle, page)
  }

  #toTarget(found: RegisteredTool, call: CallOptions): CallableTool | RefusedCall {
    const { discovery, options } = this.#deps
    const { tool, backends } = found
    const { targetOf, routeOf } = facadeDeps(discovery)
    if (!backends.some((backend) => this.#entryOf(backend) !== undefined)) return targetOf(found, call)
    const ordered = orderBackends(backends, discovery.index.selectBackend(tool.id))
    const first = this.#entryOf(ordered[0] as Backend)
    if (first !== undefined) noteQueue(options.observer, first)
    // What one server may not run twice, none may run after it.
    const atMostOnce = ordered.some((backend) => isAtMostOnce(this.#entryOf(backend), tool.name))
    const routes = ordered.map((backend) => {
      const entry = this.#entryOf(backend)
      return backend.kind !== 'mcp' || entry === undefined
        ? routeOf(tool, backend, call)
        : this.#routeTo(entry, backend, { found, call, atMostOnce })
    })
    return toCallable({ name: toExportName(tool.id), tool }, routes)
  }

  #entryOf(backend: Backend): ServerEntry | undefined {
    return backend.kind === 'mcp' ? this.#deps.servers.get(backend.server) : undefined
  }

  #routeTo(
    entry: ServerEntry,
    backend: Extract<Backend, { kind: 'mcp' }>,
    { found: { tool, backends }, call, atMostOnce }: RoutedCall,
  ): CallRoute {
    const { server } = entry
    const key = backendKey(backend)
    const isThere = (): boolean =>
      this.#deps.finder
        .find(tool.id, call.principal ?? '')
        ?.backends.some((other) => backendKey(other) === key) === true
    const handler = toHandler(entry, {
      called: backend.tool ?? tool.name,
      entry: tool.kind && tool,
      atMostOnce,
      isThere,
      hasOthers: backends.length > 1,
    })
    return {
      handler,
      policy: { ...policyOf(entry), atMostOnce },
      isReady: () => server.connection() !== undefined || UNTRIED.has(server.state()),
    }
  }
}

interface RoutedCall {
  readonly found: RegisteredTool
  readonly call: CallOptions
  readonly atMostOnce: boolean
}

/** States of a server that a call starts. */
const UNTRIED: ReadonlySet<ServerState> = new Set(['idle', 'known'])

/** Tells how busy a server is, as a call of it arrives. */
function noteQueue(observer: Observer | undefined, { server, guard }: ServerEntry): void {
  observeFact(observer, () => ({
    kind: 'queue',
    server: server.config.name,
    running: guard.running(),
    waiting: guard.waiting(),
  }))
}

function isAtMostOnce(entry: ServerEntry | undefined, tool: string): boolean {
  return entry?.settings.atMostOnce.some((pattern) => matchesPattern(pattern, tool)) === true
}

function policyOf({ server, settings }: ServerEntry): CallPolicy {
  return {
    backend: server.config.name,
    trusted: settings.trusted,
    server: observedServer(server.config),
    timeoutMs: server.config.timeoutMs,
    recover: { session: (signal) => server.recover(signal) },
  }
}

interface HandledCall extends Pick<ServerCall, 'atMostOnce' | 'entry'> {
  readonly called: string
  /** Whether the tool is still one of this server, and not held. */
  readonly isThere: () => boolean
  readonly hasOthers: boolean
}

function toHandler(
  { server }: ServerEntry,
  { called, isThere, hasOthers, ...how }: HandledCall,
): LocalHandler {
  return {
    read: async (args) => ({ ok: true, value: args }),
    run: async (args, { signal, progress, client, onTask }) => {
      const isOpen = server.connection() !== undefined
      if (!isOpen) await server.recover(signal)
      // What it lists now may be something else than what was found, and held; so may what another backend was asked for.
      if ((!isOpen || hasOthers) && !isThere()) throw new CallNotRunError(CHANGED_MESSAGE, 'refused')
      return server.call(called, args as JsonObject, { signal, onProgress: progress, client, onTask, ...how })
    },
  }
}

const CHANGED_MESSAGE = 'The tool is no longer as it was found, so it was not called. Search for it again.'
