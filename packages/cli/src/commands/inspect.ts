import { createGateway } from '@toolscout/gateway'
import { openInspector } from '@toolscout/inspect'
import { onAbort } from '@toolscout/model/internal'
import { warnOfConfig } from '../catalog/catalog-source.ts'
import { openCatalog } from '../catalog/open-catalog.ts'
import { loadLayers, noServers, usableServers } from '../config/layers.ts'
import { createPinStore, pinPlace } from '../pins/pin-store.ts'
import { warnOfOverrides } from '../pins/warn-of-overrides.ts'
import type { CommandContext, ListedOptions } from '../program/options.ts'
import { followPins } from '../serving/follow-changes.ts'
import { openKeptDiscovery, readToken } from '../serving/serve-settings.ts'
import { toCatalogOptions } from './shared.ts'

/** Options of `inspect`. */
export interface InspectOptions extends ListedOptions {
  readonly port: number
  readonly tokenEnv?: string
}

/** What is looked at, and how that is ended. */
interface Shown {
  readonly options: Parameters<typeof openInspector>[0]
  readonly end: () => Promise<void>
}

/** Shows the catalog, its servers and its searches on a page of this machine, until stopped. */
export async function inspect(options: InspectOptions, context: CommandContext): Promise<undefined> {
  const { host, output } = context
  const token = readToken(options.tokenEnv, host.env)
  const shown =
    options.catalog === undefined ? await showServers(options, context) : await showFile(options, context)
  try {
    const inspector = await openInspector({
      ...shown.options,
      port: options.port,
      ...(token === undefined ? {} : { token }),
    })
    try {
      output.give({ url: inspector.url }, () => `Open ${inspector.url}`)
      output.note('Everyone who has the address may open the page. Ctrl-C ends it.')
      await new Promise<void>((resolve) => void onAbort(host.signal, resolve))
    } finally {
      await inspector.close()
    }
  } finally {
    await shown.end()
  }
}

async function showServers(options: InspectOptions, { host, output }: CommandContext): Promise<Shown> {
  const config = await loadLayers(host, options)
  warnOfConfig(config, output)
  for (const { state } of config.servers) if (state.is === 'broken') output.warn(state.error.message)
  if (config.servers.length === 0) throw noServers(config)
  await warnOfOverrides(config, { host, output })
  const servers = usableServers(config)
  // What they had before tells what of it changed.
  const { discovery } = await openKeptDiscovery(servers, host)
  const gateway = createGateway({
    discovery,
    pins: { ...config.pins, store: createPinStore(host, () => servers) },
  })
  await gateway.addServers({ servers, failures: [], disabled: [], warnings: [] })
  const end = async (): Promise<void> => {
    await gateway.stop()
    await discovery.close()
  }
  try {
    const unfollow = await followPins({ gateway, folder: pinPlace(host), warn: output.warn })
    gateway.start()
    return {
      options: { gateway },
      end: async () => {
        unfollow()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function showFile(options: InspectOptions, context: CommandContext): Promise<Shown> {
  const discovery = await (await openCatalog(toCatalogOptions(options), context)).open('hybrid')
  return { options: { discovery }, end: discovery.close }
}
