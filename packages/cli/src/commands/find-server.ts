import type { McpServerConfig } from '@toolscout/mcp'
import { ToolNotFoundError } from '@toolscout/model'
import { quote, toIdPart } from '@toolscout/model/internal'
import { openCatalog } from '../catalog/open-catalog.ts'
import { type LayeredConfig, type LayeredServer, loadLayers, noServers } from '../config/layers.ts'
import type { PinSettings } from '../config/pin-settings.ts'
import { CliUsageError, ConfigFileError } from '../errors.ts'
import type { CommandContext } from '../program/command.ts'
import type { ListedOptions } from '../program/options.ts'
import { toCatalogOptions } from './shared.ts'

/**
 * The server whose tool a reference names: the one whose name it begins with, so that no other is started, else the one
 * that listed it. Beside it, what is done about definitions that change.
 *
 * Rejects with `TOOL_NOT_FOUND`, with what is wrong with the server's configuration, and as opening the catalog does.
 */
export async function findServer(
  reference: string,
  options: ListedOptions,
  context: CommandContext,
): Promise<{ readonly server: McpServerConfig; readonly pins: PinSettings }> {
  if (options.catalog !== undefined)
    throw new CliUsageError('A catalog file has no server that could be called; leave --catalog out.')
  const layers = await loadLayers(context.host, options)
  if (layers.servers.length === 0) throw noServers(layers)
  const named = serverNamedBy(reference, layers)
  const { pins } = layers
  if (named !== undefined) return { server: usable(named), pins }
  const catalog = await openCatalog(toCatalogOptions(options), context)
  const discovery = await catalog.open()
  try {
    const found = discovery.get(reference)
    const backend = found?.backends.find(({ kind }) => kind === 'mcp')
    const server = layers.servers.find(({ name }) => backend?.kind === 'mcp' && name === backend.server)
    if (server !== undefined) return { server: usable(server), pins }
    const { failures } = await discovery.describe(reference, { detail: 'summary' })
    if (failures[0] !== undefined) throw failures[0].error
    throw new ToolNotFoundError(`There is no server of the tool ${quote(reference)}.`, reference)
  } finally {
    await discovery.close()
  }
}

function serverNamedBy(reference: string, { servers }: LayeredConfig): LayeredServer | undefined {
  const isNamed = ({ name }: LayeredServer): boolean =>
    [':', '__'].some((mark) => reference.startsWith(`${toIdPart(name)}${mark}`))
  // Of `git` and `git__hub`, the longer name is meant.
  return servers.filter(isNamed).sort((a, b) => b.name.length - a.name.length)[0]
}

function usable({ name, file, state }: LayeredServer): McpServerConfig {
  if (state.is === 'usable') return state.config
  if (state.is === 'broken') throw state.error
  throw new ConfigFileError(`The server ${quote(name)} is switched off in ${file}.`, file)
}
