import { createPins, type ToolPin } from '@toolscout/guard'
import { isWaiting, serverPartOf } from '@toolscout/guard/internal'
import { ToolNotFoundError } from '@toolscout/model'
import { nearestNames, quote } from '@toolscout/model/internal'
import { loadServers, usableServers } from '../config/layers.ts'
import { usageError } from '../errors.ts'
import { createPinStore, type KnownPin, readPins } from '../pins/pin-store.ts'
import type { CommandContext, ConfigOptions } from '../program/options.ts'
import { shown, toColumns } from '../terminal/columns.ts'
import { requireServers, whatChanged } from './shared.ts'

/** Options of `approve`. */
export interface ApproveOptions extends ConfigOptions {
  readonly server?: readonly string[]
  readonly all?: boolean
}

/** A name, and the digest that was looked at or the beginning of it. */
const WITH_DIGEST = /^(.+)@([0-9a-f]{1,64})$/

/**
 * Trusts definitions as they were seen last: none, when one is not to be found or another than was looked at. Rejects with
 * `TOOL_NOT_FOUND`, `SERVER_NOT_FOUND`, and with `PIN_STALE` when a definition is another than was looked at.
 */
export async function approve(
  options: ApproveOptions,
  { host, output }: CommandContext,
  names: readonly string[],
): Promise<undefined> {
  const { server, all = false } = options
  if ([names.length > 0, server !== undefined, all].filter(Boolean).length !== 1)
    throw usageError('Say what to approve: names of tools, --server NAME or --all.')
  const config = await loadServers(host, options)
  await requireServers(server, config.servers)
  // Loaded here, because everything that serves comes along.
  const { PinStaleError } = await import('@toolscout/gateway')
  const known = await readPins(host, config)
  const named = names.map((name) => pickSeen(known, name))
  const stale = named.find(({ pin, digest }) => !pin.digest.startsWith(digest))
  if (stale !== undefined) throw new PinStaleError(stale.pin.id)
  const wanted =
    names.length > 0
      ? [...new Set(named.map(({ pin }) => pin))]
      : known.filter((pin) => isWaiting(pin) && (server?.includes(pin.server) ?? true))
  const digests = new Map(wanted.map(({ id, digest }) => [id, digest]))
  const store = createPinStore(host, () => usableServers(config))
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
  output.give(
    {
      approved: wanted.map(({ id, digest, changed, grade, reasons }) => ({
        id,
        digest,
        changed,
        grade,
        reasons,
      })),
    },
    () =>
      toColumns(wanted.map((pin) => [`Approved ${cyan(shown(pin.id))}`, dim(whatChanged(pin))])).join('\n'),
  )
  if (wanted.length === 0) output.note('Nothing waits for approval.')
  else output.note('A running "toolscout serve" picks this up within a second.')
}

/** The pin of a name or of `NAME@DIGEST`, and the digest that was looked at. Throws as {@link pickPin} does. */
function pickSeen(known: readonly KnownPin[], given: string) {
  const [, name = given, digest = ''] = WITH_DIGEST.exec(given) ?? []
  if (digest !== '' && digest.length < APPROVED_DIGITS)
    throw usageError(
      `${quote(given)} has ${digest.length} digits of a digest; ${APPROVED_DIGITS} are needed, as "toolscout pins" shows them.`,
    )
  return { pin: pickPin(known, name), digest }
}

/**
 * The pin that is named by id, by the name models are shown or by the tool's own.
 *
 * @throws ToolNotFoundError `TOOL_NOT_FOUND`, CliError `CLI_USAGE` for a name of several tools.
 */
export function pickPin(pins: readonly KnownPin[], name: string): KnownPin {
  const exact = pins.find(({ id }) => id === name || id.replace(':', '__') === name)
  if (exact !== undefined) return exact
  const [found, ...others] = pins.filter(({ id }) => nameOf(id) === name)
  if (found === undefined) {
    const known = pins.flatMap(({ id }) => [id, nameOf(id)])
    const near = nearestNames(name, known, { max: 3 })
    const hint = near.length === 0 ? '' : ` Did you mean ${near.map(quote).join(' or ')}?`
    throw new ToolNotFoundError(`No tool ${quote(name)} has been seen yet.${hint}`, name, near)
  }
  if (others.length === 0) return found
  const ids = [found, ...others].slice(0, 3).map(({ id }) => quote(id))
  throw usageError(`Several tools are called ${quote(name)}: ${ids.join(', ')}. Name one by its id.`)
}

function nameOf(id: string): string {
  return id.slice(serverPartOf(id).length + 1)
}

/**
 * Hexadecimal digits of a digest that say which definition was looked at. The author of a server writes both definitions:
 * two of a common beginning are found after the square root of all there are, here 2 to the 64th.
 */
export const APPROVED_DIGITS = 32

/** What `approve` is given for a definition as it was looked at, and for no other. */
export function approvalOf({ id, digest }: Pick<ToolPin, 'id' | 'digest'>): string {
  return `${id}@${digest.slice(0, APPROVED_DIGITS)}`
}
