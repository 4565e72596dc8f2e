import { describeMcpServer } from '@toolscout/mcp/internal'
import { warnOfConfig } from '../catalog/catalog-source.ts'
import { openCatalog } from '../catalog/open-catalog.ts'
import { loadLayers, noServers } from '../config/layers.ts'
import type { CommandContext, ListedOptions } from '../program/options.ts'
import { fitLine, shown, shownText, toColumns } from '../terminal/columns.ts'
import { requireServers, summaryOf, toCatalogOptions } from './shared.ts'

/** Options of `list`. */
export interface ListOptions extends ListedOptions {
  readonly server?: readonly string[]
  readonly servers?: boolean
}

/** Lists tools by id, or the servers and where each was configured. */
export async function list(options: ListOptions, context: CommandContext): Promise<undefined> {
  if (options.servers === true) return listConfigured(options, context)
  const { output } = context
  const catalog = await openCatalog(toCatalogOptions(options), context)
  if (options.server !== undefined) await requireServers(options.server, catalog)
  const discovery = await catalog.open()
  try {
    const filter = options.server === undefined ? undefined : { servers: options.server }
    const tools = discovery.index.list(filter).map(({ summary }) => summaryOf(summary))
    const { palette, columns } = output
    output.give({ tools, servers: catalog.servers, listedAt: new Date(catalog.listedAt).toISOString() }, () =>
      toColumns(tools.map(({ id, summary }) => [palette.cyan(shown(id)), palette.dim(summary)]))
        .map((line) => fitLine(line, columns))
        .join('\n'),
    )
    if (tools.length === 0) output.note('No tools.')
  } finally {
    await discovery.close()
  }
  await catalog.refreshIfStale()
}

async function listConfigured(options: ListOptions, { host, output }: CommandContext): Promise<undefined> {
  const layers = await loadLayers(host, options)
  warnOfConfig(layers, output)
  if (layers.servers.length === 0) throw noServers(layers)
  const servers = layers.servers.map(({ name, kind, file, overrides, state }) => ({
    name,
    layer: kind,
    file,
    overrides,
    state: state.is,
    ...(state.is === 'usable'
      ? { transport: state.config.transport, where: describeMcpServer(state.config) }
      : {}),
    ...(state.is === 'broken' ? { problem: { code: state.error.code, message: state.error.message } } : {}),
  }))
  const { bold, dim, red } = output.palette
  output.give({ servers }, () =>
    toColumns(
      servers.map(({ name, layer, file, state, where, problem, overrides }) => [
        bold(shown(name)),
        state === 'broken' ? red(state) : state,
        dim(`${layer}: ${file}${overrides.length === 0 ? '' : ` (in place of ${overrides.join(', ')})`}`),
        shown(problem?.message ?? where ?? '', 400),
      ]),
    ).join('\n'),
  )
}

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
