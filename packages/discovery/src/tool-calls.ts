import type { RegisteredTool, ToolIndex } from '@toolscout/index'
import {
  type Backend,
  type JsonObject,
  type Tool,
  type ToolResult,
  type ToolSource,
  toExportName,
} from '@toolscout/model'
import { MAX_TIMEOUT_MS, orderBackends } from '@toolscout/model/internal'
import type { CalledTool, CallOptions } from '@toolscout/runtime'
import {
  type CallableTool,
  type CallEngine,
  type CallRoute,
  callAll,
  checkCallOptions,
  createCallEngine,
  failureResult,
  type LocalHandler,
  type RefusedCall,
  shownName,
  suggestNames,
  unknownTool,
} from '@toolscout/runtime/internal'
import type { Discovery, DiscoveryOptions, ToolSubset } from './discovery.ts'
import { DiscoveryClosedError, SourceMissingError } from './errors.ts'
import { type References, toText } from './references.ts'
import type { ToolReference } from './tool-host.ts'

/** Runs the tools of a facade. */
export interface ToolCalls {
  /** Every outcome is a result; rejects only for options and for what is no reference. */
  readonly call: (reference: ToolReference, args: unknown, options: CallOptions) => Promise<ToolResult>
  readonly readResult: CallEngine['readResult']
  /** What runs a tool, or the answer that nothing does. */
  readonly targetOf: (
    found: RegisteredTool,
    options: Pick<CallOptions, 'timeoutMs'>,
  ) => CallableTool | RefusedCall
  /** What runs a tool at one of its several backends. */
  readonly routeOf: (tool: Tool, backend: Backend, options: Pick<CallOptions, 'timeoutMs'>) => CallRoute
}

/** What calls are run with. */
export interface ToolCallsDeps {
  readonly index: ToolIndex
  readonly references: References
  readonly handlers: ReadonlyMap<string, LocalHandler>
  readonly sourceOf: (name: string) => ToolSource | undefined
  /** Whether a source is there that has not ended. */
  readonly isOpen: (name: string) => boolean
  /** Runs work unless the facade is closed, with a signal that aborts when it is. */
  readonly whileOpen: <T>(
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ) => Promise<T>
  readonly options: Pick<DiscoveryOptions, 'calls' | 'observer'>
}

/** Creates the calls of a facade: from a reference to what runs it, and through the one way a call takes. */
export function createToolCalls(deps: ToolCallsDeps): ToolCalls {
  const { index, references, whileOpen, options } = deps
  const engine = createCallEngine({ ...options.calls, observer: options.observer })
  const routeOf: ToolCalls['routeOf'] = (tool, backend, { timeoutMs }) => {
    if (backend.kind === 'local') return { handler: deps.handlers.get(backend.handler) }
    const sourceName = sourceNameOf(backend)
    const called = backend.kind === 'mcp' ? (backend.tool ?? tool.name) : backend.toolId
    const entry = tool.kind === undefined ? {} : { entry: tool }
    const handler: LocalHandler = {
      read: async (args) => ({ ok: true, value: args }),
      run: async (args, { signal }) => {
        const source = deps.sourceOf(sourceName)
        if (source === undefined) throw new SourceMissingError(tool.id, sourceName)
        return source.call(called, args as JsonObject, { signal, timeoutMs, ...entry })
      },
    }
    // A source has deadlines of its own, such as the `timeout` of a server's configuration.
    const policy = { backend: sourceName, timeoutMs: MAX_TIMEOUT_MS }
    return { handler, policy, isReady: () => deps.isOpen(sourceName) }
  }
  const targetOf: ToolCalls['targetOf'] = ({ tool, backends }, call) => {
    const name = toExportName(tool.id)
    const selected = index.selectBackend(tool.id)
    const routes = orderBackends(backends, selected).map((backend) => routeOf(tool, backend, call))
    return toCallable({ name, tool }, routes)
  }
  const findTarget = async (reference: ToolReference, call: CallOptions) => {
    const found = references.find(reference)
    if (found !== undefined) return targetOf(found, call)
    const error = await references.notFound(reference, call.signal)
    const { id, suggestions } = error.details
    return refuse(shownName(id), error, { suggestions: [...suggestions] })
  }
  return {
    targetOf,
    routeOf,
    readResult: engine.readResult,
    call: async (reference, args, call) => {
      checkCallOptions(call)
      const run = async (signal: AbortSignal): Promise<ToolResult> =>
        engine.call(await findTarget(reference, { ...call, signal }), args, { ...call, signal })
      try {
        return await whileOpen(call.signal, run)
      } catch (error) {
        if (!(error instanceof DiscoveryClosedError)) throw error
        return refuse(shownName(toText(reference)), error).refusal
      }
    },
  }
}

/** A tool that the first of several backends runs, and the others where that surely ran nothing. */
export function toCallable(called: CalledTool, [first, ...others]: readonly CallRoute[]): CallableTool {
  return { ...called, handler: undefined, ...first, ...(others.length === 0 ? {} : { others }) }
}

function sourceNameOf(backend: Exclude<Backend, { kind: 'local' }>): string {
  return backend.kind === 'mcp' ? backend.server : backend.providerId
}

function refuse(name: string, error: { readonly code: string }, facts: JsonObject = {}): RefusedCall {
  return { name, refusal: failureResult(error.code, error, { ...facts, tool: name, outcome: 'notRun' }) }
}

/** Some of the tools, or all, as a model is offered them; none else can be called. */
export function createSubset(
  given: readonly ToolReference[] | undefined,
  { index, references }: Pick<ToolCallsDeps, 'index' | 'references'>,
  calls: ToolCalls,
): ToolSubset {
  const list = (): readonly CalledTool[] => {
    const found =
      given === undefined ? index.list() : given.flatMap((reference) => references.find(reference) ?? [])
    return found.map(({ tool }) =>
      Object.freeze({ name: references.exportNames().nameOf(tool.id) ?? tool.name, tool }),
    )
  }
  const get = (name: string): CalledTool | undefined => list().find((tool) => tool.name === name)
  const call: ToolSubset['call'] = async (name, args, options = {}) => {
    checkCallOptions(options)
    const tool = get(name)
    if (tool !== undefined) return calls.call(tool.tool.id, args, options)
    const names = list().map((known) => known.name)
    return unknownTool(name, suggestNames(name, names)).refusal
  }
  return Object.freeze({
    list,
    call,
    callAll: (all, options = {}) => callAll(all, { options, call, get }),
  } satisfies ToolSubset)
}

/** What our own packages need of a facade and applications do not. */
export interface FacadeDeps
  extends Pick<References, 'find' | 'exportNames' | 'named'>,
    Pick<ToolCalls, 'targetOf' | 'routeOf'> {
  /** Why every call of a tool fails, by id: no arguments can be checked against its schema. */
  readonly refused: ReadonlyMap<string, string>
}

const kept = new WeakMap<Discovery, FacadeDeps>()

/** Keeps the inside of a facade for {@link facadeDeps}. */
export function keepFacadeDeps(discovery: Discovery, deps: FacadeDeps): void {
  kept.set(discovery, deps)
}

/** The inside of a facade. @throws TypeError for an object that `createDiscovery` or `openDiscovery` did not make. */
export function facadeDeps(discovery: Discovery): FacadeDeps {
  const deps = kept.get(discovery)
  if (deps === undefined) throw new TypeError('A discovery of createDiscovery or openDiscovery is needed.')
  return deps
}
