import type { PinStore } from '@toolscout/gateway'
import { createPins, type ToolPin } from '@toolscout/guard'
import type { McpServerConfig } from '@toolscout/mcp'
import type { CatalogRecord, Tool } from '@toolscout/model'
import type { PinSettings } from '../config/pin-settings.ts'
import type { CliHost } from '../host.ts'

/** A tool as it is seen. */
export interface SeenTool {
  readonly tool: Tool
  /** How its server is reached; see `digestDefinition`. */
  readonly place: string
}

/** What tools are judged by. */
export interface JudgeOptions {
  readonly settings: PinSettings
  readonly now: CliHost['now']
  /** Definitions of before, by id, to tell what changed. Default: they are not known. */
  readonly previous?: ReadonlyMap<string, Tool> | undefined
  /** Whether the new state of a tool is stored, given the old one. Default: of every tool. */
  readonly keeps?: ((pin: ToolPin, before: ToolPin | undefined) => boolean) | undefined
}

/** What judging came to, by ids. */
export interface Judgement {
  /** Ids of quarantined tools. */
  readonly held: readonly string[]
  /** Tools beyond those that are remembered of a server. */
  readonly left: readonly string[]
}

/** Compares tools, as they are seen, with what is trusted. Rejects with `PINS_FILE_INVALID`. */
export async function judgeTools(
  store: PinStore,
  seen: readonly SeenTool[],
  { settings, now, previous, keeps = () => true }: JudgeOptions,
): Promise<Judgement> {
  const judge = (tools: readonly SeenTool[], kept: Awaited<ReturnType<PinStore['load']>>) => {
    const pins = createPins({ ...settings, now })
    pins.load(kept)
    const news = tools.filter(({ tool, place }) => {
      const before = pins.get(tool.id)
      const pin = pins.see(tool, { server: place, previous: previous?.get(tool.id) })
      return pin !== undefined && keeps(pin, before)
    })
    return { pins, news }
  }
  const { pins, news } = judge(seen, await store.load())
  if (news.length > 0) {
    await store.update(
      news.map(({ tool }) => tool.id),
      (kept) => {
        const again = judge(news, kept)
        const ids = new Set(again.news.map(({ tool }) => tool.id))
        return again.pins.unsaved().filter(({ id }) => ids.has(id))
      },
    )
  }
  const ids = seen.map(({ tool }) => tool.id)
  return { held: ids.filter(pins.quarantines), left: ids.filter((id) => pins.get(id) === undefined) }
}

/** Tools of these servers, each with how its server is reached. */
export async function toSeen(
  tools: readonly Pick<CatalogRecord, 'tool' | 'backends'>[],
  configs: readonly McpServerConfig[],
): Promise<readonly SeenTool[]> {
  // Loaded here, because everything that serves comes along.
  const { placeOfServer } = await import('@toolscout/gateway/internal')
  const places = new Map(configs.map((config) => [config.name, placeOfServer(config)]))
  return tools.flatMap(({ tool, backends }) => {
    const backend = backends.find(({ kind }) => kind === 'mcp')
    const place = backend?.kind === 'mcp' ? places.get(backend.server) : undefined
    return place === undefined ? [] : [{ tool, place }]
  })
}
