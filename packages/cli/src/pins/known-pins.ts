import { createPins, type ToolPin } from '@toolscout/guard'
import { serverPartOf } from '@toolscout/guard/internal'
import type { McpServerConfig } from '@toolscout/mcp'
import { toIdPart } from '@toolscout/model/internal'
import type { PinSettings } from '../config/settings.ts'
import type { CliHost } from '../host.ts'
import { createPinStore } from './pin-store.ts'

/** A pin and the server of its tool. */
export interface KnownPin extends ToolPin {
  readonly server: string
}

/** What is kept of the tools of these servers, in ascending order of id. Rejects with `PINS_FILE_INVALID`. */
export async function readPins(
  host: CliHost,
  configs: readonly McpServerConfig[],
  settings: PinSettings,
): Promise<readonly KnownPin[]> {
  const names = new Map(configs.map(({ name }) => [toIdPart(name), name]))
  const pins = createPins(settings)
  pins.load(await createPinStore(host, () => configs).load())
  return pins.list().map((pin) => ({ ...pin, server: names.get(serverPartOf(pin.id)) ?? '' }))
}
