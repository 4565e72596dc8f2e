import type { Discovery } from '@toolscout/discovery'
import { createGateway, createMetaExposure } from '@toolscout/gateway'
import { estimateTokens, parseTool, type Tool } from '@toolscout/model'
import { PROVIDER_SHAPES, type ProviderName } from './provider-shapes.ts'
import { costOf, planSteps, runTask, type SessionCost, type TokenPrices } from './scripted-task.ts'

/** What is measured, and how. */
export interface MeasureOptions {
  readonly providers: readonly ProviderName[]
  /** Tools the task needs. */
  readonly calls: number
  readonly prices: TokenPrices
  readonly promptTokens: number
  readonly resultTokens: number
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
  source: Discovery,
  { providers, calls, prices, promptTokens, resultTokens, signal }: MeasureOptions,
): Promise<TokenMeasurement> {
  const tools = source.index.list().map(({ tool }) => tool)
  const exportNameOf = (id: string): string => source.resolve(id)?.exportName ?? id
  // Never called, so that nothing has to be connected: what a search answers is what counts.
  const gateway = createGateway()
  gateway.discovery.index.registerMany(
    tools.map((tool) => ({ tool, backend: { kind: 'local' as const, handler: tool.id } })),
  )
  try {
    const exposure = createMetaExposure(gateway)
    const steps = planSteps(tools, exportNameOf, calls)
    const costs: ProviderCosts[] = []
    let foundAtOnce = 0
    for (const provider of providers) {
      const { define, adapt, deferred } = PROVIDER_SHAPES[provider]
      const startOf = (write: (tool: Tool) => string): number =>
        estimateTokens(`[${tools.map(write).join(',')}]`)
      const served = exposure.list('').map((tool) => parseTool(tool).tool)
      const metaStart = estimateTokens(`[${served.map(define).join(',')}]`)
      const task = await runTask(steps, {
        exposure,
        countTokens: estimateTokens,
        promptTokens,
        resultTokens,
        definitionsFor: async (query) =>
          (await source.search(query, { limit: PROVIDER_HITS, signal })).hits.map(({ id }) => ({
            id,
            tokens: estimateTokens(define(source.index.getOrThrow(id).tool)),
          })),
        signal,
      })
      foundAtOnce = task.foundAtOnce
      const toWay = (start: number, { added }: { readonly added: readonly number[] }): WayCost => ({
        start,
        task: costOf({ start, added }, prices),
      })
      const inline = toWay(startOf(define), task.inline)
      const meta = toWay(metaStart, task.meta)
      const own = deferred === undefined ? undefined : toWay(estimateTokens(deferred(tools)), task.deferred)
      costs.push({
        provider,
        inline,
        ...(adapt === undefined ? {} : { adapted: toWay(startOf(adapt), task.inline) }),
        ...(own === undefined ? {} : { deferred: own }),
        meta,
        saved: {
          start: savedPart(inline.start, meta.start),
          task: savedPart(inline.task.inputTokens, meta.task.inputTokens),
          billed: savedPart(inline.task.billedTokens, meta.task.billedTokens),
        },
      })
    }
    return { tools: tools.length, steps: steps.length, foundAtOnce, providers: costs }
  } finally {
    await gateway.discovery.close()
  }
}

function savedPart(before: number, after: number): number {
  return before === 0 ? 0 : 1 - after / before
}

/** Ways to show tools to a model. */
export type WayName = 'inline' | 'deferred' | 'meta'

/** What to do with one provider, and why. */
export interface Advice {
  /** Whether tools should be kept out of the prompt until they are needed. */
  readonly defer: boolean
  /** The way that is billed least. */
  readonly way: WayName
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
  const best = isOwnBest ? deferred : meta
  const billed = best.task.billedTokens
  const own = inline.task.billedTokens
  const share = inline.start / windowTokens
  const requests = `${inline.task.requests} requests inline, ${best.task.requests} ${WAYS[way]}`
  if (billed <= own * (1 - LEAST_GAIN)) {
    const part = Math.round((1 - billed / own) * 100)
    return { defer: true, way, reason: `Defer: the task is billed ${part} % less (${requests}).` }
  }
  if (share > CROWDED_SHARE) {
    const part = Math.round(share * 100)
    return {
      defer: true,
      way,
      reason: `Defer, though it is not cheaper: definitions fill ${part} % of the window before a word is said.`,
    }
  }
  return {
    defer: false,
    way: 'inline',
    reason: `Do not defer: the task is billed ${own} tokens inline and ${billed} otherwise, and takes more requests (${requests}).`,
  }
}
