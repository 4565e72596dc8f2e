import type { Discovery } from '@toolscout/discovery'
import { type CallerOptions, facadeDeps, type ToolReference } from '@toolscout/discovery/internal'
import type { RegisteredTool, SearchQuery } from '@toolscout/index'
import { matchesPattern } from '@toolscout/mcp/internal'
import {
  type Clock,
  type JsonObject,
  type Observer,
  ToolNotFoundError,
  type ToolResult,
  toExportName,
} from '@toolscout/model'
import { observeFact } from '@toolscout/model/internal'
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
  createCallEngine,
  failureResult,
  type LocalHandler,
  type RefusedCall,
  shownName,
  unknownTool,
} from '@toolscout/runtime/internal'
import type { ToolFinder } from './find-tools.ts'
import type { Gateway, GatewayAnswer } from './gateway.ts'
import type { GatewayEvent } from './gateway-event.ts'
import { describeTools, type SearchDeps, searchTools } from './search-tools.ts'
import type { GatewayStats } from './server-status.ts'
import type { ServerCall } from './servers/managed-server.ts'
import { observedServer } from './servers/server-listing.ts'
import type { ServerEntry, Servers } from './servers/servers.ts'

/**
 * What a caller asked of a gateway, in its own words. Content of users: events and logs hold none of it, and a
 * listener keeps it in memory alone.
 */
export type GatewayUse =
  | {
      readonly type: 'searched'
      readonly principal: string
      readonly query: SearchQuery
      readonly answer: GatewayAnswer
    }
  | {
      readonly type: 'called'
      readonly principal: string
      /** What the caller named. */
      readonly reference: string
      readonly isError: boolean
    }

/** What answering about the tools of a gateway takes. */
export interface GatewayToolsDeps extends SearchDeps {
  readonly runner: ToolRunner
  readonly clock: Clock
  readonly emit: (event: GatewayEvent) => void
  /** Starts servers whose tools are likely to be called. */
  readonly warm: (found: RegisteredTool) => void
  /** Hears of each search and call. */
  readonly onUse: (use: GatewayUse) => void
  /** Waits until the gateway can answer. */
  readonly ready: (signal: AbortSignal | undefined) => Promise<void>
}

/** The tools of a gateway as callers see them, and how often they were asked for. */
export interface GatewayTools {
  readonly api: Pick<
    Gateway,
    'list' | 'page' | 'count' | 'search' | 'describe' | 'resolve' | 'get' | 'call' | 'readResult'
  >
  /** Since the gateway was created. */
  readonly counts: () => Pick<GatewayStats, 'searches' | 'calls' | 'failedCalls'>
}

/** Creates the part of a gateway that lists, searches, describes and calls tools. */
export function createGatewayTools(deps: GatewayToolsDeps): GatewayTools {
  const { finder, runner, clock, emit, ready, warm, onUse } = deps
  const counts = { searches: 0, calls: 0, failedCalls: 0 }

  /** Finds a tool; one that is missing may come with a server that is still being connected. */
  const findReady = async (
    reference: ToolReference,
    { principal = '', signal }: CallerOptions,
  ): Promise<RegisteredTool | undefined> => {
    const found = finder.resolve(reference, principal)
    if (found !== undefined) return found
    await ready(signal)
    return finder.resolve(reference, principal)
  }
  const callTool = async (
    reference: ToolReference,
    args: unknown,
    call: CallOptions,
  ): Promise<ToolResult> => {
    let found: RegisteredTool | undefined
    try {
      found = await findReady(reference, call)
    } catch (error) {
      // The signal aborted, which the call reports as its result.
      if (call.signal?.aborted !== true) throw error
    }
    return runner.call(reference, found, { args, options: call })
  }
  const api: GatewayTools['api'] = {
    list: ({ principal = '' } = {}) => finder.list(principal),
    page: ({ principal = '', ...part }) => finder.page(principal, part),
    count: ({ principal = '' } = {}) => finder.count(principal),
    search: async (query, search = {}) => {
      await ready(search.signal)
      const start = clock.now()
      counts.searches += 1
      const answer = await searchTools(deps, query, search)
      emit({ type: 'searched', hits: answer.hits.length, durationMs: clock.now() - start })
      onUse({ type: 'searched', principal: search.principal ?? '', query, answer })
      return answer
    },
    describe: async (references, description = {}) => {
      const found = await Promise.all(references.map((reference) => findReady(reference, description)))
      const { isForCall = true } = description
      for (const tool of found) if (isForCall && tool !== undefined) warm(tool)
      return describeTools(deps, references, description)
    },
    resolve: (reference, { principal = '' } = {}) => {
      const found = finder.resolve(reference, principal)
      return found === undefined ? undefined : finder.toListed(found)
    },
    get: (reference, { principal = '' } = {}) => finder.get(reference, principal),
    call: async (reference, args, call = {}) => {
      counts.calls += 1
      const result = await callTool(reference, args, call)
      const { isError = false } = result
      if (isError) counts.failedCalls += 1
      const named = typeof reference === 'string' ? reference : reference.id
      onUse({ type: 'called', principal: call.principal ?? '', reference: named, isError })
      return result
    },
    readResult: (handle, page) => runner.readResult(handle, page),
  }
  return { api, counts: () => counts }
}

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
    const { discovery, servers, options } = this.#deps
    const { tool } = found
    const backend = discovery.index.selectBackend(tool.id)
    const server = backend.kind === 'mcp' ? servers.get(backend.server) : undefined
    if (backend.kind !== 'mcp' || server === undefined) return facadeDeps(discovery).targetOf(found, call)
    noteQueue(options.observer, server)
    const policy = policyOf(server, tool.name)
    const handler = toHandler(server, {
      called: backend.tool ?? tool.name,
      entry: tool.kind && tool,
      atMostOnce: policy.atMostOnce,
      isThere: () => this.#deps.finder.find(tool.id, call.principal ?? '') !== undefined,
    })
    return { name: toExportName(tool.id), tool, handler, policy }
  }
}

/** Tells how busy a server is, as a call of it arrives. */
function noteQueue(observer: Observer | undefined, { server, guard }: ServerEntry): void {
  observeFact(observer, () => ({
    kind: 'queue',
    server: server.config.name,
    running: guard.running(),
    waiting: guard.waiting(),
  }))
}

function policyOf({ server, settings }: ServerEntry, tool: string): CallPolicy {
  return {
    backend: server.config.name,
    trusted: settings.trusted,
    atMostOnce: settings.atMostOnce.some((pattern) => matchesPattern(pattern, tool)),
    server: observedServer(server.config),
    timeoutMs: server.config.timeoutMs,
    recover: { session: (signal) => server.recover(signal) },
  }
}

interface HandledCall extends Pick<ServerCall, 'atMostOnce' | 'entry'> {
  readonly called: string
  readonly isThere: () => boolean
}

function toHandler({ server }: ServerEntry, { called, isThere, ...how }: HandledCall): LocalHandler {
  return {
    read: async (args) => ({ ok: true, value: args }),
    run: async (args, { signal, progress, client }) => {
      if (server.connection() === undefined) {
        await server.recover(signal)
        // What it lists now may be something else than what was found, and held.
        if (!isThere()) throw new CallNotRunError(CHANGED_MESSAGE, 'refused')
      }
      return server.call(called, args as JsonObject, { signal, onProgress: progress, client, ...how })
    },
  }
}

const CHANGED_MESSAGE =
  'The server was started for this call, and the tool is no longer as it was found. Search for it again.'
