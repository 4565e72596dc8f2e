import { isWaiting } from '@toolscout/guard/internal'
import { openCatalog } from '../catalog/open-catalog.ts'
import { loadLayers, noServers, usableServers } from '../config/layers.ts'
import type { CliHost } from '../host.ts'
import { readSeen } from '../pins/judge-tools.ts'
import { type KnownPin, readPins } from '../pins/known-pins.ts'
import type { CommandContext, ConfigOptions } from '../program/options.ts'
import { formatAge, shown, toColumns } from '../terminal/columns.ts'
import type { Palette } from '../terminal/output.ts'
import { approvalOf, pickPins } from './approve.ts'

/** Options of `pins`. */
export interface PinsOptions extends ConfigOptions {
  readonly server?: readonly string[]
  readonly waiting?: boolean
  readonly refresh?: boolean
  readonly offline?: boolean
}

/** Lists the definitions that are pinned, those that wait for approval first, with what changed. */
export async function pins(
  names: readonly string[],
  options: PinsOptions,
  context: CommandContext,
): Promise<undefined> {
  const { host, output } = context
  const config = await loadLayers(host, options)
  if (config.servers.length === 0) throw noServers(config)
  const servers = usableServers(config)
  const read = (): Promise<readonly KnownPin[]> => readPins(host, servers, config.pins)
  const { refresh = false, offline = false } = options
  let known = await read()
  if (!offline && (refresh || known.length === 0)) {
    const { config: files, isolated } = options
    await openCatalog({ config: files, isolated, refresh: true }, context)
    known = await read()
  }
  const all = config.servers.map(({ name }) => name)
  const picked = await pickPins(known, names, { server: options.server, servers: all })
  const waiting = picked.filter(isWaiting)
  const unsent = waiting.filter(({ diff }) => diff.length === 0)
  const seen = await readSeen(unsent, servers, host)
  const others = options.waiting === true ? [] : picked.filter((pin) => !isWaiting(pin))
  output.give(
    {
      ...config.pins,
      waiting: waiting.length,
      pins: [...waiting, ...others].map(({ isQuarantined, since, ...pin }) => ({
        ...pin,
        ...(seen.has(pin.id) ? { seen: seen.get(pin.id) } : {}),
        blocked: isQuarantined,
        since: new Date(since).toISOString(),
      })),
    },
    () => formatPins(waiting, others, { palette: output.palette, now: host.now, seen }).join('\n'),
  )
  if (known.length === 0) output.note('No tool was seen yet.')
  else if (waiting.length === 0) output.note('Nothing waits for approval.')
  else
    output.note(
      'What you looked at, and nothing else, is trusted with "toolscout approve NAME@DIGEST" as printed.',
    )
}

function formatPins(
  waiting: readonly KnownPin[],
  others: readonly KnownPin[],
  {
    palette,
    now,
    seen,
  }: {
    readonly palette: Palette
    readonly now: CliHost['now']
    readonly seen: Awaited<ReturnType<typeof readSeen>>
  },
): readonly string[] {
  const { cyan, dim, red, yellow } = palette
  const age = ({ since }: KnownPin): string => dim(`${formatAge(Math.max(0, now() - since))} ago`)
  const heads = toColumns(
    waiting.map((pin) => [
      cyan(shown(approvalOf(pin), 400)),
      pin.isQuarantined ? red(`${pin.state}, blocked`) : yellow(pin.state),
      age(pin),
      pin.changed.length === 0 ? dim('not approved yet') : shown(pin.changed.join(', '), 400),
    ]),
  )
  const lines = waiting.flatMap(({ id, diff, state }, i) => [
    heads[i] ?? '',
    ...(state === 'changed' && diff.length === 0
      ? [dim('  What it was is not known; this is what it is:')]
      : []),
    ...(diff.length === 0 ? (seen.get(id) ?? []) : diff).map(
      (line) => `  ${paintLine(shown(line, 400), palette)}`,
    ),
  ])
  const rest = toColumns(
    others.map((pin) => [
      cyan(shown(pin.id)),
      pin.state,
      age(pin),
      pin.changed.length === 0 ? '' : dim(`changed: ${shown(pin.changed.join(', '), 400)}`),
    ]),
  )
  return [...lines, ...(lines.length > 0 && rest.length > 0 ? [''] : []), ...rest]
}

function paintLine(line: string, { dim, green, red }: Palette): string {
  if (line.startsWith('+')) return green(line)
  return line.startsWith('-') ? red(line) : dim(line)
}
