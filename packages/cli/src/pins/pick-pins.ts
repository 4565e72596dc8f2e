import { serverPartOf } from '@toolscout/guard/internal'
import { ToolNotFoundError } from '@toolscout/model'
import { nearestNames, quote } from '@toolscout/model/internal'
import { serverNotFound } from '../commands/pick-servers.ts'
import { CliUsageError } from '../errors.ts'
import type { KnownPin } from './known-pins.ts'

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
