import { createPins, type ToolPin } from '@toolscout/guard'
import { isWaiting, serverPartOf } from '@toolscout/guard/internal'
import { ToolNotFoundError } from '@toolscout/model'
import { nearestNames, quote } from '@toolscout/model/internal'
import { loadLayers, noServers, usableServers } from '../config/layers.ts'
import { CliUsageError } from '../errors.ts'
import { type KnownPin, readPins } from '../pins/known-pins.ts'
import { createPinStore } from '../pins/pin-store.ts'
import type { CommandContext, ConfigOptions } from '../program/options.ts'
import { shown, toColumns } from '../terminal/columns.ts'
import { serverNotFound } from './shared.ts'

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

/** Which pins a command line means. */
export interface PickOptions {
  readonly server?: readonly string[] | undefined
  /** Names of the servers there are. */
  readonly servers: readonly string[]
}

/**
 * The pins that are named, by id, by the name models are shown or by the tool's own; all where none is. Rejects with
 * `TOOL_NOT_FOUND`, `SERVER_NOT_FOUND`, and with `CLI_USAGE` for a name of several tools.
 */
export async function pickPins(
  pins: readonly KnownPin[],
  names: readonly string[],
  { server: chosen, servers }: PickOptions,
): Promise<readonly KnownPin[]> {
  for (const name of chosen ?? []) if (!servers.includes(name)) throw await serverNotFound(name, servers)
  const of = pins.filter(({ server }) => chosen?.includes(server) ?? true)
  if (names.length === 0) return of
  return [...new Set(names.map((name) => pickPin(of, name)))]
}

/** @throws ToolNotFoundError `TOOL_NOT_FOUND`, CliUsageError `CLI_USAGE` for a name of several tools. */
export function pickPin(pins: readonly KnownPin[], name: string): KnownPin {
  const exact = pins.find(({ id }) => id === name || id.replace(':', '__') === name)
  if (exact !== undefined) return exact
  const [found, ...others] = pins.filter(({ id }) => nameOf(id) === name)
  if (found === undefined) {
    const known = pins.flatMap(({ id }) => [id, nameOf(id)])
    const near = nearestNames(name, known, { max: 3 })
    const hint = near.length === 0 ? '' : ` Did you mean ${near.map(quote).join(' or ')}?`
    throw new ToolNotFoundError(`No tool ${quote(name)} was seen yet.${hint}`, name, near)
  }
  if (others.length === 0) return found
  const ids = [found, ...others].slice(0, 3).map(({ id }) => quote(id))
  throw new CliUsageError(
    `Several tools are called ${quote(name)}: ${ids.join(', ')}. Name one by its id.`,
    name,
  )
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
