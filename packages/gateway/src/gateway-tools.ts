import type { Discovery, RegisterOptions } from '@toolscout/discovery'
import type { ToolReference } from '@toolscout/discovery/internal'
import type { RegisteredTool, SearchQuery } from '@toolscout/index'
import { type Clock, ToolNotFoundError, type ToolResult, type ToolSet } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'
import type { CallOptions, ReadResultOptions } from '@toolscout/runtime'
import type { AskOptions, Gateway, GatewayDescribeOptions, GatewaySearchOptions } from './gateway.ts'
import type { GatewayEvent } from './gateway-event.ts'
import type { ToolRunner } from './run-tools.ts'
import { describeTools, type SearchDeps, searchTools } from './search-tools.ts'

/** What answering about the tools of a gateway takes. */
export interface GatewayToolsDeps extends SearchDeps {
  readonly runner: ToolRunner
  readonly clock: Clock
  readonly emit: (event: GatewayEvent) => void
  /** Waits until the gateway can answer. */
  readonly ready: (signal: AbortSignal | undefined) => Promise<void>
}

/** Counts of what a gateway answered since it was created. */
export interface AnswerCounts {
  readonly searches: number
  readonly calls: number
  readonly failedCalls: number
}

/** The tools of a gateway as callers see them, and how often they were asked for. */
export interface GatewayTools {
  readonly api: Pick<
    Gateway,
    'list' | 'count' | 'search' | 'describe' | 'resolve' | 'get' | 'call' | 'readResult'
  >
  readonly counts: () => AnswerCounts
}

/** Creates the part of a gateway that lists, searches, describes and calls tools. */
export function createGatewayTools(deps: GatewayToolsDeps): GatewayTools {
  const { finder, runner, clock, emit, ready } = deps
  const counts = { searches: 0, calls: 0, failedCalls: 0 }

  /** Finds a tool; one that is missing may come with a server that is still being connected. */
  const findReady = async (
    reference: ToolReference,
    { principal = '', signal }: AskOptions,
  ): Promise<RegisteredTool | undefined> => {
    const found = finder.find(reference, principal)
    if (found !== undefined) return found
    await ready(signal)
    return finder.find(reference, principal)
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
    count: ({ principal = '' } = {}) => finder.count(principal),
    search: async (query: SearchQuery, search: GatewaySearchOptions = {}) => {
      await ready(search.signal)
      const start = clock.now()
      counts.searches += 1
      const answer = await searchTools(deps, query, search)
      emit({ type: 'searched', hits: answer.hits.length, durationMs: clock.now() - start })
      return answer
    },
    describe: async (references: readonly ToolReference[], description: GatewayDescribeOptions = {}) => {
      await Promise.all(references.map((reference) => findReady(reference, description)))
      return describeTools(deps, references, description)
    },
    resolve: (reference, { principal = '' } = {}) => {
      const found = finder.find(reference, principal)
      return found === undefined ? undefined : finder.toListed(found)
    },
    get: (reference, { principal = '' } = {}) => finder.find(reference, principal),
    call: async (reference: ToolReference, args?: unknown, call: CallOptions = {}) => {
      counts.calls += 1
      const result = await callTool(reference, args, call)
      if (result.isError === true) counts.failedCalls += 1
      return result
    },
    readResult: (handle: string, page?: ReadResultOptions) => runner.readResult(handle, page),
  }
  return { api, counts: () => counts }
}

/** Registers and removes the tools of this process. */
export function localTools(discovery: Discovery): Pick<Gateway, 'register' | 'unregister'> {
  return {
    register: async (tools: ToolSet, registration?: RegisterOptions) =>
      discovery.register(tools, registration),
    unregister: (reference: ToolReference) => {
      const found = discovery.get(reference)
      const backend = found?.backends.find(({ kind }) => kind === 'local')
      if (found === undefined || backend === undefined) {
        const text = typeof reference === 'string' ? reference : reference.id
        throw new ToolNotFoundError(`There is no local tool ${quote(text)}.`, text)
      }
      discovery.index.unregisterBackend(found.tool.id, backend)
    },
  }
}
