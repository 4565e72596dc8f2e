import type { McpServerConfig } from '@toolscout/mcp'
import type { PinSettings } from '../config/pin-settings.ts'
import type { CliHost } from '../host.ts'
import { readPins } from './known-pins.ts'

/** Ids of the tools that exist for nobody until they are approved. Rejects with `PINS_FILE_INVALID`. */
export async function readHeld(
  host: CliHost,
  configs: readonly McpServerConfig[],
  settings: PinSettings,
): Promise<readonly string[]> {
  return (await readPins(host, configs, settings)).flatMap(({ id, isHeld }) => (isHeld ? id : []))
}
