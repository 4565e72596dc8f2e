import { type Exposure, parseTool, type Tool } from '@toolscout/model'
import { costOf, planSteps, runTask, type SessionCost, type TokenPrices, tokensOf } from './scripted-task.ts'

/** How a provider wants tools; tokens are counted of its JSON. */
export interface ProviderShape {
  /** A definition with its schema as the server listed it, which is what clients send. */
  readonly define: (tool: Tool) => object
  /** Writes it without what the provider refuses or nothing refers to; absent where it takes them as they are. */
  readonly format?: { readonly write: (tool: Tool) => { readonly value: object } }
  /** What the prompt holds when the provider loads definitions as they are needed; absent where it cannot. */
  readonly deferred?: (tools: readonly Tool[]) => readonly object[]
}

/** Prices with prompt caching: those of Anthropic for five minutes; OpenAI and Gemini write at 1. */
export const CACHED_PRICES: TokenPrices = Object.freeze({ write: 1.25, read: 0.1 })

/** Context window of a model, in tokens, where nothing else is said. */
export const WINDOW_TOKENS = 200_000

/** Calls of a task, where nothing else is said. */
export const TASK_CALLS = 10

/** What is measured, and how. */
export interface MeasureOptions<Provider extends string> {
  /** All that are deferred. */
  readonly tools: readonly Tool[]
  /** The meta-tools over just these tools. */
  readonly exposure: Exposure
  /** The caller that the exposure shows tools to. */
  readonly principal: string
  /** The name a model calls a tool by. */
  readonly exportNameOf: (id: string) => string
  /** The tools that are nearest to a query. */
  readonly nearest: (query: string, limit: number) => Promise<readonly Tool[]>
  /** What is measured, by provider. */
  readonly shapes: { readonly [provider in Provider]: ProviderShape }
  /** Tools the task needs. */
  readonly calls: number
  /** What a token costs that is new, and one that was sent before. */
  readonly prices: TokenPrices
  /** Ends it. */
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
export interface ProviderCosts<Provider extends string = string> {
  readonly provider: Provider
  /** All definitions in every prompt, as servers list them. */
  readonly inline: WayCost
  /** The same as {@link ProviderShape.format} writes them; absent where there is none. */
  readonly adapted?: WayCost | undefined
  /** The provider loads definitions itself when they are needed; absent where it cannot. */
  readonly deferred?: WayCost | undefined
  readonly meta: WayCost
  /** Parts of the tokens that meta-tools save: at the start, in all prompts of the task, and as they are billed. */
  readonly saved: { readonly start: number; readonly task: number; readonly billed: number }
}

/** What was measured. */
export interface TokenMeasurement<Provider extends string = string> {
  readonly tools: number
  readonly steps: number
  /** Steps whose tool was among the hits of the first search. */
  readonly foundAtOnce: number
  readonly providers: readonly ProviderCosts<Provider>[]
}

/** Definitions a provider's own search loads at a time. */
const PROVIDER_HITS = 5

/** Counts what tools cost, and goes through a task with them in every way. Rejects as the exposure does. */
export async function measureTokens<Provider extends string>({
  tools,
  exposure,
  principal,
  exportNameOf,
  nearest,
  shapes,
  calls,
  prices,
  signal,
}: MeasureOptions<Provider>): Promise<TokenMeasurement<Provider>> {
  const steps = planSteps(tools, exportNameOf, calls)
  const task = await runTask(steps, exposure, {
    nearest: (query) => nearest(query, PROVIDER_HITS),
    principal,
    signal,
  })
  const metaTools = exposure.list(principal).map((tool) => parseTool(tool).tool)
  const toWay = (shown: readonly object[], added: readonly number[]): WayCost => {
    const start = tokensOf(shown)
    return { start, task: costOf(start, added, prices) }
  }
  const named = Object.entries(shapes) as [Provider, ProviderShape][]
  const providers = named.map(([provider, { define, format, deferred }]): ProviderCosts<Provider> => {
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
  return { tools: tools.length, steps: steps.length, foundAtOnce: task.foundAtOnce, providers }
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
