import { openCatalog } from '../catalog/open-catalog.ts'
import type { CommandContext } from '../program/command.ts'
import type { ListedOptions } from '../program/options.ts'
import { shownText } from '../terminal/shown.ts'
import { toCatalogOptions } from './shared.ts'

/** Options of `describe`. */
export interface DescribeOptions extends ListedOptions {
  readonly detail: 'summary' | 'schema' | 'full'
}

/** Enough for any tool there is: a person asked for these, and has no budget. */
const BUDGET_TOKENS = 1_000_000

/** Describes tools. Rejects with `TOOL_NOT_FOUND` for the first unknown one. */
export async function describe(
  ids: readonly string[],
  { detail, ...options }: DescribeOptions,
  context: CommandContext,
): Promise<undefined> {
  const { host, output } = context
  const catalog = await openCatalog(toCatalogOptions(options), context)
  const discovery = await catalog.open()
  try {
    const { docs, failures } = await discovery.describe(ids, { detail, signal: host.signal })
    if (failures[0] !== undefined) throw failures[0].error
    const { text } = await discovery.render(
      docs.map(({ id }) => id),
      {
        detail,
        format: 'markdown',
        budgetTokens: BUDGET_TOKENS,
        signal: host.signal,
      },
    )
    output.give({ tools: docs }, () => shownText(text))
  } finally {
    await discovery.close()
  }
  await catalog.refreshIfStale()
}
