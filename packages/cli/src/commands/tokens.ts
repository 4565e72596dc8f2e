import { openCatalog } from '../catalog/open-catalog.ts'
import { measureProbeRecall } from '../evaluation/probe-recall.ts'
import type { CommandContext, ListedOptions } from '../program/options.ts'
import { toColumns } from '../terminal/columns.ts'
import type { Output } from '../terminal/output.ts'
import {
  type Advice,
  advise,
  measureTokens,
  type ProviderCosts,
  type TokenMeasurement,
  type WayCost,
} from '../tokens/measure-tokens.ts'
import { PROVIDERS, type ProviderName } from '../tokens/provider-shapes.ts'
import { CACHED_PRICES, PLAIN_PRICES, type TokenPrices } from '../tokens/scripted-task.ts'
import { toCatalogOptions } from './shared.ts'

/** Options of `tokens`. */
export interface TokensOptions extends ListedOptions {
  readonly provider?: ProviderName
  readonly calls: number
  /** False with `--no-cache`. */
  readonly cache: boolean
  readonly cacheWrite?: number
  readonly cacheRead?: number
  readonly promptTokens: number
  readonly resultTokens: number
  readonly window: number
  readonly probes: number
}

/** Tells what the catalog costs in a model's prompt, shown in each way, and which way pays. */
export async function tokens(options: TokensOptions, context: CommandContext): Promise<undefined> {
  const { host, output } = context
  const { signal } = host
  const { calls, promptTokens, resultTokens, window, probes, provider } = options
  const catalog = await openCatalog(toCatalogOptions(options), context)
  const discovery = await catalog.open('hybrid')
  const progress = output.progress('counting')
  try {
    const prices = pricesOf(options)
    const measured = await measureTokens(discovery, {
      providers: provider === undefined ? PROVIDERS : [provider],
      calls,
      prices,
      promptTokens,
      resultTokens,
      signal,
    })
    const recall =
      probes === 0
        ? undefined
        : await measureProbeRecall(discovery, { limit: probes, signal, onProgress: progress.update })
    progress.end()
    const providers = measured.providers.map((costs) => ({ ...costs, advice: advise(costs, window) }))
    const { tools, steps, foundAtOnce } = measured
    const answer = {
      tools,
      task: { calls: steps, foundAtOnce, promptTokens, resultTokens },
      prices,
      ...(recall === undefined ? {} : { recallAt5: recall.recallAt5, probes: recall.probes }),
      providers,
    }
    output.give(answer, () => formatMeasurement(measured, { providers, prices, recall, output }))
    output.note(
      'Tokens are estimated, and on the high side, in all columns alike; docs/tokens.md says how far.',
    )
  } finally {
    progress.end()
    await discovery.close()
  }
  await catalog.refreshIfStale()
}

function pricesOf({ cache, cacheWrite, cacheRead }: TokensOptions): TokenPrices {
  const { write, read } = cache ? CACHED_PRICES : PLAIN_PRICES
  return { write: cacheWrite ?? write, read: cacheRead ?? read }
}

function formatMeasurement(
  { tools, steps, foundAtOnce }: TokenMeasurement,
  {
    providers,
    prices,
    recall,
    output,
  }: {
    readonly providers: readonly (ProviderCosts & { readonly advice: Advice })[]
    readonly prices: TokenPrices
    readonly recall: { readonly recallAt5: number; readonly probes: number } | undefined
    readonly output: Output
  },
): string {
  const { bold, dim, green } = output.palette
  const header = [
    '',
    '',
    'at the start',
    'requests',
    'all prompts',
    'billed',
    'saved: start, prompts, billed',
  ].map(dim)
  const rows = providers.flatMap((costs) => {
    const ways = [
      ['inline', costs.inline],
      ['adapted', costs.adapted],
      ['deferred', costs.deferred],
      ['meta', costs.meta],
    ] as const
    return ways.flatMap(([name, cost], i) =>
      cost === undefined ? [] : [rowOf(i === 0 ? bold(costs.provider) : '', name, cost, costs.inline)],
    )
  })
  return [
    `${tools} tools; a task of ${steps} calls. A first token costs ${prices.write}, one that was sent before ${prices.read}.`,
    ...toColumns([header, ...rows]),
    `The first search showed the tool that was needed in ${foundAtOnce} of ${steps} steps.`,
    ...(recall === undefined
      ? []
      : [`recall@5 on ${recall.probes} probes of the catalog: ${recall.recallAt5.toFixed(4)}`]),
    ...providers.map(
      ({ provider, advice }) => `${bold(provider)}: ${advice.defer ? green(advice.reason) : advice.reason}`,
    ),
  ].join('\n')
}

function rowOf(provider: string, way: string, { start, task }: WayCost, inline: WayCost): readonly string[] {
  const { requests, inputTokens, billedTokens } = task
  const saved = [
    savedPercent(inline.start, start),
    savedPercent(inline.task.inputTokens, inputTokens),
    savedPercent(inline.task.billedTokens, billedTokens),
  ].join(', ')
  const numbers = [start, requests, inputTokens, billedTokens].map((value) => value.toLocaleString('en-US'))
  return [provider, way, ...numbers, way === 'inline' ? '' : saved]
}

function savedPercent(before: number, after: number): string {
  return before === 0 ? '–' : `${((1 - after / before) * 100).toFixed(1)} %`
}
