import { createPins } from '@toolscout/guard'
import type { McpServerConfig } from '@toolscout/mcp'
import type { Tool } from '@toolscout/model'
import { mayHold, type PinSettings } from '../config/pin-settings.ts'
import { ToolHeldError } from '../errors.ts'
import type { CliHost } from '../host.ts'
import { createPinStore } from './pin-store.ts'

/** Looks at a tool as its server lists it now. Rejects with `TOOL_HELD` when it is to be called by nobody. */
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
  const { placeOfServer } = await import('@toolscout/registry')
  let isHeld = false
  await createPinStore(host, () => [server]).update([tool.id], (kept) => {
    const pins = createPins({ ...settings, now: host.now })
    pins.load(kept)
    pins.see(tool, { server: placeOfServer(server) })
    isHeld = pins.holds(tool.id)
    // What it was is not known here; whoever lists the servers tells what changed.
    return pins.get(tool.id)?.state === 'changed' ? [] : pins.unsaved()
  })
  if (isHeld) throw new ToolHeldError(tool.id)
}
