import { describeMcpServer } from '@toolscout/mcp/internal'
import { warnOfConfig } from '../catalog/catalog-source.ts'
import { openCatalog } from '../catalog/open-catalog.ts'
import { loadLayers, noServers } from '../config/layers.ts'
import type { CommandContext } from '../program/command.ts'
import type { ListedOptions } from '../program/options.ts'
import { fitLine, toColumns } from '../terminal/columns.ts'
import { shown } from '../terminal/shown.ts'
import { requireServers } from './pick-servers.ts'
import { summaryOf, toCatalogOptions } from './shared.ts'

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
