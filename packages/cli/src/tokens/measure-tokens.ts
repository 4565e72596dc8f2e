import type { Discovery } from '@toolscout/discovery'
import { createGateway, createMetaExposure } from '@toolscout/gateway'
import { parseTool } from '@toolscout/model'
import { PROVIDER_SHAPES, type ProviderName } from './provider-shapes.ts'
import { costOf, planSteps, runTask, type SessionCost, type TokenPrices, tokensOf } from './scripted-task.ts'

/** What is measured, and how. */
export interface MeasureOptions {
  readonly providers: readonly ProviderName[]
  /** Tools the task needs. */
  readonly calls: number
  readonly prices: TokenPrices
  readonly signal: AbortSignal
}

/** What a way of showing tools costs. */
export interface WayCost {
  /** Tokens in the prompt before anything was said. */
  readonly start: number
  /** The scripted task from beginning to end. */
  readonly task: SessionCost
}

/** What a catalog costs in one provider's shape. */
export interface ProviderCosts {
  readonly provider: ProviderName
  /** All definitions in every prompt, as servers list them. */
  readonly inline: WayCost
  /** The same as `@toolscout/adapters` writes them; absent for MCP, which takes them as they are. */
  readonly adapted?: WayCost | undefined
  /** The provider loads definitions itself when they are needed; absent where it cannot. */
  readonly deferred?: WayCost | undefined
  readonly meta: WayCost
  /** Parts of the tokens that meta-tools save: at the start, in all prompts of the task, and as they are billed. */
  readonly saved: { readonly start: number; readonly task: number; readonly billed: number }
}

/** What was measured. */
export interface TokenMeasurement {
  readonly tools: number
  readonly steps: number
  /** Steps whose tool was among the hits of the first search. */
  readonly foundAtOnce: number
  readonly providers: readonly ProviderCosts[]
}

/** Definitions a provider's own search loads at a time. */
const PROVIDER_HITS = 5

/** Counts what the tools of a catalog cost, and goes through a task with them in every way. */
export async function measureTokens(
  { index, resolve, search }: Discovery,
  { providers, calls, prices, signal }: MeasureOptions,
): Promise<TokenMeasurement> {
  const tools = index.list().map(({ tool }) => tool)
  // Never called, so that nothing has to be connected: what a search answers is what counts.
  const gateway = createGateway()
  gateway.discovery.index.registerMany(
    tools.map((tool) => ({ tool, backend: { kind: 'local' as const, handler: tool.id } })),
  )
  try {
    const exposure = createMetaExposure(gateway)
    const steps = planSteps(tools, (id) => resolve(id)?.exportName ?? id, calls)
    const task = await runTask(steps, exposure, {
      nearest: async (query) => {
        const { hits } = await search(query, { limit: PROVIDER_HITS, signal })
        return hits.map(({ id }) => index.getOrThrow(id).tool)
      },
      signal,
    })
    const metaTools = exposure.list('').map((tool) => parseTool(tool).tool)
    const toWay = (shown: readonly object[], added: readonly number[]): WayCost => {
      const start = tokensOf(shown)
      return { start, task: costOf(start, added, prices) }
    }
    const costs = providers.map((provider): ProviderCosts => {
      const { define, format, deferred } = PROVIDER_SHAPES[provider]
      const inline = toWay(tools.map(define), task.inline)
      const meta = toWay(metaTools.map(define), task.meta)
      const loading = task.deferred.map(({ tokens, loaded }) =>
        loaded.reduce((sum, tool) => sum + tokensOf(define(tool)), tokens),
      )
      return {
        provider,
        inline,
        adapted:
          format &&
          toWay(
            tools.map((tool) => format.write(tool).value),
            task.inline,
          ),
        deferred: deferred && toWay(deferred(tools), loading),
        meta,
        saved: {
          start: savedPart(inline.start, meta.start),
          task: savedPart(inline.task.inputTokens, meta.task.inputTokens),
          billed: savedPart(inline.task.billedTokens, meta.task.billedTokens),
        },
      }
    })
    return { tools: tools.length, steps: steps.length, foundAtOnce: task.foundAtOnce, providers: costs }
  } finally {
    await gateway.discovery.close()
  }
}

function savedPart(before: number, after: number): number {
  return before === 0 ? 0 : 1 - after / before
}

/** What to do with one provider, and why. */
export interface Advice {
  /** Whether tools should be kept out of the prompt until they are needed. */
  readonly defer: boolean
  /** The way that is billed least. */
  readonly way: 'inline' | 'deferred' | 'meta'
  /** Both in a sentence. */
  readonly reason: string
}

/** A way must be cheaper by this part before it is worth the requests it adds. */
const LEAST_GAIN = 0.1
/** Part of a context window from which definitions crowd out what the model is to think about. */
const CROWDED_SHARE = 0.05

const WAYS = { deferred: "with the provider's own search", meta: 'behind meta-tools' } as const

/** Says whether deferring pays for what was measured. */
export function advise(
  { inline: listed, adapted = listed, deferred, meta }: ProviderCosts,
  windowTokens: number,
): Advice {
  const inline = adapted.start < listed.start ? adapted : listed
  const isOwnBest = deferred !== undefined && deferred.task.billedTokens < meta.task.billedTokens
  const way = isOwnBest ? 'deferred' : 'meta'
  const { task } = isOwnBest ? deferred : meta
  const own = inline.task.billedTokens
  const requests = `${inline.task.requests} requests inline, ${task.requests} ${WAYS[way]}`
  const gain = 1 - task.billedTokens / own
  if (gain >= LEAST_GAIN) {
    const reason = `Defer: the task is billed ${toPercent(gain)} % less (${requests}).`
    return { defer: true, way, reason }
  }
  const share = inline.start / windowTokens
  if (share > CROWDED_SHARE) {
    const reason = `Defer, though it is not cheaper: definitions fill ${toPercent(share)} % of the window before a word is said.`
    return { defer: true, way, reason }
  }
  const reason = `Do not defer: the task is billed ${own} tokens inline and ${task.billedTokens} otherwise, and takes more requests (${requests}).`
  return { defer: false, way: 'inline', reason }
}

function toPercent(part: number): number {
  return Math.round(part * 100)
}
