import { createPins, digestDefinition } from '@toolscout/guard'
import type { McpServerConfig } from '@toolscout/mcp'
import { indexListings } from '../catalog/kept-store.ts'
import type { ServerListing } from '../catalog/listing.ts'
import type { PinSettings } from '../config/pin-settings.ts'
import type { CliHost } from '../host.ts'
import { judgeTools, type SeenTool, toSeen } from './judge-tools.ts'
import { createPinStore } from './pin-store.ts'

/** What listings are judged by. */
export interface JudgingDeps {
  readonly host: CliHost
  readonly configs: readonly McpServerConfig[]
  readonly settings: PinSettings
  /** What these servers listed before, to tell what changed. Default: it is not known. */
  readonly earlier?: (() => Promise<readonly ServerListing[]>) | undefined
}

/**
 * Compares every tool that was just listed with its pin, and stores the result. Resolves with the ids of those
 * beyond the ones that are remembered of their server. Rejects with `PINS_FILE_INVALID`.
 */
export async function judgeListings(
  listings: readonly ServerListing[],
  { host, configs, settings, earlier }: JudgingDeps,
): Promise<readonly string[]> {
  const fresh = listings.filter(({ failure }) => failure === undefined)
  const seen = await seenIn(fresh, configs)
  if (seen.length === 0) return []
  const store = createPinStore(host, () => configs)
  const known = createPins(settings)
  known.load(await store.load())
  const isOther = seen.some(({ tool, place }) => {
    const pin = known.get(tool.id)
    return pin !== undefined && pin.digest !== digestDefinition(tool, place)
  })
  const before = isOther && earlier !== undefined ? await seenIn(await earlier(), configs) : []
  const previous = new Map(before.map(({ tool }) => [tool.id, tool]))
  const { left } = await judgeTools(store, seen, { settings, now: host.now, previous })
  return left
}

async function seenIn(
  listings: readonly ServerListing[],
  configs: readonly McpServerConfig[],
): Promise<readonly SeenTool[]> {
  const { index, close } = indexListings(listings)
  const seen = await toSeen(index.list(), configs)
  await close()
  return seen
}
