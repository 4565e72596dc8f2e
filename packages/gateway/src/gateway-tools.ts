import type { CallerOptions, ToolReference } from '@toolscout/discovery/internal'
import type { RegisteredTool, SearchQuery } from '@toolscout/index'
import type { Clock, ToolResult } from '@toolscout/model'
import type { CallOptions } from '@toolscout/runtime'
import { checkCallOptions } from '@toolscout/runtime/internal'
import type { Gateway, GatewayAnswer } from './gateway.ts'
import type { GatewayEvent } from './gateway-event.ts'
import { checked } from './method-options.ts'
import { describeTools, type SearchDeps, searchTools } from './search-tools.ts'
import type { GatewayStats } from './server-status.ts'
import type { ToolRunner } from './tool-runner.ts'

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
    list: (options = {}) => finder.list(checked('list', options).principal ?? ''),
    page: (options) => {
      const { principal = '', ...part } = checked('page', options)
      return finder.page(principal, part)
    },
    count: (options = {}) => finder.count(checked('count', options).principal ?? ''),
    search: async (query, search = {}) => {
      checked('search', search)
      await ready(search.signal)
      const start = clock.now()
      counts.searches += 1
      const answer = await searchTools(deps, query, search)
      emit({ type: 'searched', hits: answer.hits.length, durationMs: clock.now() - start })
      onUse({ type: 'searched', principal: search.principal ?? '', query, answer })
      return answer
    },
    describe: async (references, description = {}) => {
      checked('describe', description)
      const found = await Promise.all(references.map((reference) => findReady(reference, description)))
      const { isForCall = true } = description
      for (const tool of found) if (isForCall && tool !== undefined) warm(tool)
      return describeTools(deps, references, description)
    },
    resolve: (reference, options = {}) => {
      const { principal = '' } = checked('resolve', options)
      const found = finder.resolve(reference, principal)
      return found === undefined ? undefined : finder.toListed(found)
    },
    get: (reference, options = {}) => finder.get(reference, checked('get', options).principal ?? ''),
    call: async (reference, args, call = {}) => {
      checkCallOptions(call)
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
