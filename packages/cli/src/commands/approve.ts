import { createPins } from '@toolscout/guard'
import { isWaiting } from '@toolscout/guard/internal'
import { quote } from '@toolscout/model/internal'
import { loadLayers, noServers, usableServers } from '../config/layers.ts'
import { CliUsageError } from '../errors.ts'
import { APPROVED_DIGITS } from '../pins/approval-of.ts'
import { type KnownPin, readPins } from '../pins/known-pins.ts'
import { pickPin, pickPins } from '../pins/pick-pins.ts'
import { createPinStore } from '../pins/pin-store.ts'
import type { CommandContext } from '../program/command.ts'
import type { ConfigOptions } from '../program/options.ts'
import { toColumns } from '../terminal/columns.ts'
import { shown } from '../terminal/shown.ts'

/** Options of `approve`. */
export interface ApproveOptions extends ConfigOptions {
  readonly server?: readonly string[]
  readonly all?: boolean
}

/** A name, and the digest that was looked at or the beginning of it. */
const WITH_DIGEST = /^(.+)@([0-9a-f]{1,64})$/

/**
 * Trusts definitions as they were seen last: none, when one is not to be found or another than was looked at. Rejects with `TOOL_NOT_FOUND`, `SERVER_NOT_FOUND`,
 * and with `PIN_STALE` when a definition is another than was looked at.
 */
export async function approve(
  names: readonly string[],
  { server, all = false, ...options }: ApproveOptions,
  { host, output }: CommandContext,
): Promise<undefined> {
  if ([names.length > 0, server !== undefined, all].filter(Boolean).length !== 1)
    throw new CliUsageError('Say what to approve: names of tools, --server NAME or --all.')
  const config = await loadLayers(host, options)
  if (config.servers.length === 0) throw noServers(config)
  const servers = usableServers(config)
  const known = await readPins(host, servers, config.pins)
  const wanted =
    names.length > 0
      ? await pickNamed(known, names)
      : (await pickPins(known, [], { server, servers: config.servers.map(({ name }) => name) })).filter(
          isWaiting,
        )
  const digests = new Map(wanted.map(({ id, digest }) => [id, digest]))
  // Loaded here, because everything that serves comes along.
  const { PinStaleError } = await import('@toolscout/gateway')
  const store = createPinStore(host, () => servers)
  const latest = createPins(config.pins)
  latest.load(await store.load())
  // Each server is kept by itself, so nothing is before all are as they were looked at.
  for (const [id, digest] of digests) if (latest.get(id)?.digest !== digest) throw new PinStaleError(id)
  await store.update([...digests.keys()], (kept) => {
    const pins = createPins({ ...config.pins, now: host.now })
    pins.load(kept)
    for (const [id, digest] of digests) {
      const pin = pins.get(id)
      if (pin !== undefined && pin.digest !== digest) throw new PinStaleError(id)
      pins.approve(id)
    }
    return pins.unsaved()
  })
  const { cyan, dim } = output.palette
  output.give({ approved: wanted.map(({ id, digest, changed }) => ({ id, digest, changed })) }, () =>
    toColumns(
      wanted.map(({ id, changed }) => [`Approved ${cyan(shown(id))}`, dim(shown(changed.join(', '), 400))]),
    ).join('\n'),
  )
  if (wanted.length === 0) output.note('Nothing waits for approval.')
  else output.note('A "toolscout serve" that runs takes that in within a second.')
}

async function pickNamed(known: readonly KnownPin[], names: readonly string[]): Promise<readonly KnownPin[]> {
  const { PinStaleError } = await import('@toolscout/gateway')
  const picked = names.map((given) => {
    const [, name = given, digest = ''] = WITH_DIGEST.exec(given) ?? []
    if (digest !== '' && digest.length < APPROVED_DIGITS)
      throw new CliUsageError(
        `${quote(given)} has ${digest.length} digits of a digest; ${APPROVED_DIGITS} are needed, as "toolscout pins" shows them.`,
        given,
      )
    const pin = pickPin(known, name)
    if (!pin.digest.startsWith(digest)) throw new PinStaleError(pin.id)
    return pin
  })
  return [...new Set(picked)]
}
