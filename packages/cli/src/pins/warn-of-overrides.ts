import { quote } from '@toolscout/model/internal'
import type { LayeredConfig } from '../config/layers.ts'
import type { CliHost } from '../host.ts'
import type { Output } from '../terminal/output.ts'
import { createPinStore } from './pin-store.ts'

/**
 * Says which servers of a project take the place of others, as long as nothing is known of them: what is trusted of those
 * others does not count for them. Rejects with `PINS_FILE_INVALID`.
 */
export async function warnOfOverrides(
  { servers }: Pick<LayeredConfig, 'servers'>,
  { host, output }: { readonly host: CliHost; readonly output: Pick<Output, 'warn'> },
): Promise<void> {
  for (const { name, kind, file, overrides, state } of servers) {
    if (kind !== 'project' || overrides.length === 0 || state.is !== 'usable') continue
    if ((await createPinStore(host, () => [state.config]).load()).length > 0) continue
    output.warn(
      `${file} has ${quote(name)} in place of the one in ${overrides.join(', ')}: its tools are new, whatever is trusted of that one.`,
    )
  }
}
