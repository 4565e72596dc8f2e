import {
  type Advice,
  advise,
  CACHED_PRICES,
  type ProviderCosts,
  TASK_TOKENS,
  type WayCost,
} from '@toolscout/evaluation/internal'
import { useCatalog } from '../catalog/open-catalog.ts'
import type { CommandContext, ListedOptions } from '../program/options.ts'
import { toColumns } from '../terminal/columns.ts'
import type { Output } from '../terminal/output.ts'
import { measureCatalog } from '../tokens/measure-catalog.ts'
import { PROVIDER_SHAPES, type ProviderName } from '../tokens/provider-shapes.ts'

/** Options of `tokens`. */
export interface TokensOptions extends ListedOptions {
  readonly provider?: ProviderName
  readonly calls: number
  /** False with `--no-cache`. */
  readonly cache: boolean
  readonly cacheWrite?: number
  readonly window: number
}

/** Prices without: every request pays for its whole prompt. */
const PLAIN_PRICES = { write: 1, read: 1 }
const PROVIDERS = Object.keys(PROVIDER_SHAPES) as readonly ProviderName[]

/** Tells what the catalog costs in a model's prompt, shown in each way, and which way pays. */
export async function tokens(options: TokensOptions, context: CommandContext): Promise<undefined> {
  const { host, output } = context
  const { provider, calls, cache, cacheWrite } = options
  const { bold, green } = output.palette
  return useCatalog(options, context, async (catalog) => {
    const base = cache ? CACHED_PRICES : PLAIN_PRICES
    const prices = { ...base, write: cacheWrite ?? base.write }
    const measured = await measureCatalog(await catalog.open('hybrid'), {
      providers: provider === undefined ? PROVIDERS : [provider],
      calls,
      prices,
      signal: host.signal,
    })
    const providers = measured.providers.map((costs) => ({ ...costs, advice: advise(costs, options.window) }))
    const { tools, steps, foundAtOnce } = measured
    const [advice, start] = summary(providers)
    const task = { calls: steps, foundAtOnce, ...TASK_TOKENS }
    output.give({ tools, task, prices, providers }, () => {
      if (tools === 0) return 'Nothing to defer.'
      return [
        bold(advice),
        start,
        ...providers.map(
          ({ provider: name, advice: { defer, reason } }) => `${name}: ${defer ? green(reason) : reason}`,
        ),
        ...providers.flatMap(dearer),
        '',
        `${tools} tools; a task of ${steps} calls. A token costs ${prices.write} when first sent and ${prices.read} when cached.`,
        ...formatCosts(providers, output),
        `The first search showed the tool that was needed in ${foundAtOnce} of ${steps} steps.`,
      ].join('\n')
    })
    output.note(
      'Tokens are estimates, on the high side in all columns alike; docs/tokens.md says by how much.',
    )
  })
}

/** What to do, in the first sentence that is read, and what is not the whole truth behind it. */
function summary(
  providers: readonly (ProviderCosts & { readonly advice: Advice })[],
): readonly [advice: string, start: string] {
  const deferring = providers.filter(({ advice }) => advice.defer).map(({ provider }) => provider)
  const some = deferring.length < providers.length ? ` with ${deferring.join(', ')}, not with the others` : ''
  const [first] = providers
  const [before, after] = [first?.inline.start ?? 0, first?.meta.start ?? 0]
  return [
    deferring.length === 0
      ? 'Do not defer these tools: give them all to the model.'
      : `Defer these tools${some}.`,
    `At the start, behind meta-tools a prompt has ${after.toLocaleString('en-US')} tokens of tools in place of ${before.toLocaleString('en-US')}${after < before ? ` (saved: ${savedPercent(before, after)})` : ''}. Searches cost later, so over the whole task:`,
  ]
}

/** A provider's shape that takes more tokens than the definitions of the servers. */
function dearer({ provider, inline, adapted }: ProviderCosts): readonly string[] {
  if (adapted === undefined || adapted.start <= inline.start) return []
  const more = Math.ceil((adapted.start / inline.start - 1) * 100)
  return [
    `${provider}: Written in its shape, definitions take ${more} % more tokens than as servers list them; part of a schema is replaced by longer text.`,
  ]
}

function formatCosts(
  providers: readonly ProviderCosts[],
  { palette: { bold, dim } }: Output,
): readonly string[] {
  const titles = ['at the start', 'requests', 'all prompts', 'billed', 'saved: start, prompts, billed']
  const rows = providers.flatMap(({ provider, inline, adapted, deferred, meta }) =>
    Object.entries({ inline, adapted, deferred, meta }).flatMap(([way, cost]) =>
      cost === undefined ? [] : [[way === 'inline' ? bold(provider) : '', way, ...cellsOf(cost, inline)]],
    ),
  )
  return toColumns([['', '', ...titles].map(dim), ...rows])
}

/** The numbers of a way and, unless it is that itself, what it saves of having all definitions inline. */
function cellsOf(cost: WayCost, inline: WayCost): readonly string[] {
  const { requests, inputTokens, billedTokens } = cost.task
  const saved = [
    savedPercent(inline.start, cost.start),
    savedPercent(inline.task.inputTokens, inputTokens),
    savedPercent(inline.task.billedTokens, billedTokens),
  ].join(', ')
  const numbers = [cost.start, requests, inputTokens, billedTokens]
  return [...numbers.map((value) => value.toLocaleString('en-US')), cost === inline ? '' : saved]
}

function savedPercent(before: number, after: number): string {
  return before === 0 ? '–' : `${((1 - after / before) * 100).toFixed(1)} %`
}
