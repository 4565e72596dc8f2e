import { createPins, digestDefinition } from '@toolscout/guard'
import type { McpServerConfig } from '@toolscout/mcp'
import type { Tool } from '@toolscout/model'
import { indexListings } from '../catalog/kept-store.ts'
import type { ServerListing } from '../catalog/listing.ts'
import type { PinSettings } from '../config/pin-settings.ts'
import type { CliHost } from '../host.ts'
import { createPinStore } from './pin-store.ts'

/** What listings are judged by. */
export interface JudgingParts {
  readonly host: CliHost
  readonly configs: readonly McpServerConfig[]
  readonly settings: PinSettings
  /** What these servers listed before, to tell what changed. Default: it is not known. */
  readonly earlier?: (() => Promise<readonly ServerListing[]>) | undefined
}

/**
 * Looks at every tool that was listed just now, and keeps how it stands to what is trusted. Rejects with
 * `PINS_FILE_INVALID`.
 */
export async function judgeListings(
  listings: readonly ServerListing[],
  { host, configs, settings, earlier }: JudgingParts,
): Promise<void> {
  // Loaded here, because everything that serves comes along.
  const { placeOfServer } = await import('@toolscout/registry')
  const places = new Map(configs.map((config) => [config.name, placeOfServer(config)]))
  const fresh = listings.filter(({ failure }) => failure === undefined)
  const seen = (await toolsOf(fresh)).flatMap(({ tool, server }) => {
    const place = places.get(server)
    return place === undefined ? [] : [{ tool, place }]
  })
  if (seen.length === 0) return
  const store = createPinStore(host, () => configs)
  const known = createPins(settings)
  known.load(await store.load())
  const isOther = seen.some(({ tool, place }) => {
    const pin = known.get(tool.id)
    return pin !== undefined && pin.digest !== digestDefinition(tool, place)
  })
  const before = isOther && earlier !== undefined ? await toolsOf(await earlier()) : []
  const previous = new Map(before.map(({ tool }) => [tool.id, tool]))
  await store.update(
    seen.map(({ tool }) => tool.id),
    (kept) => {
      const pins = createPins({ ...settings, now: host.now })
      pins.load(kept)
      for (const { tool, place } of seen) pins.see(tool, { server: place, previous: previous.get(tool.id) })
      return pins.unsaved()
    },
  )
}

async function toolsOf(
  listings: readonly ServerListing[],
): Promise<readonly { readonly tool: Tool; readonly server: string }[]> {
  const { index, close } = indexListings(listings)
  const tools = index.list().flatMap(({ tool, backends }) => {
    const backend = backends.find(({ kind }) => kind === 'mcp')
    return backend?.kind === 'mcp' ? [{ tool, server: backend.server }] : []
  })
  await close()
  return tools
}
