import type { McpServerConfig } from '@toolscout/mcp'
import type { Tool } from '@toolscout/model'
import { mayHold, type PinSettings } from '../config/pin-settings.ts'
import { ToolHeldError } from '../errors.ts'
import type { CliHost } from '../host.ts'
import { judgeTools } from './judge-tools.ts'
import { createPinStore } from './pin-store.ts'

/** Checks a tool as its server lists it now. Rejects with `TOOL_HELD` when it is quarantined. */
export async function requireTrusted(
  tool: Tool,
  {
    host,
    server,
    settings,
  }: { readonly host: CliHost; readonly server: McpServerConfig; readonly settings: PinSettings },
): Promise<void> {
  if (!mayHold(settings)) return
  // Loaded here, because everything that serves comes along.
  const { placeOfServer } = await import('@toolscout/gateway/internal')
  const store = createPinStore(host, () => [server])
  const { held } = await judgeTools(store, [{ tool, place: placeOfServer(server) }], {
    settings,
    now: host.now,
    // What it was is unknown here; the next listing reports what changed.
    keeps: ({ state }) => state !== 'changed',
  })
  if (held.length > 0) throw new ToolHeldError(tool.id)
}
