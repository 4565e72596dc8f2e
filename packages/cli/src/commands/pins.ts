import { isWaiting } from '@toolscout/guard/internal'
import { CacheFolder, serversKey } from '../catalog/cache-folder.ts'
import { withImitations } from '../catalog/compare-listings.ts'
import { openCatalog } from '../catalog/open-catalog.ts'
import type { SuspectTool, SuspectTools } from '../catalog/scan-listings.ts'
import { loadServers, usableServers } from '../config/layers.ts'
import { readSeen } from '../pins/judge-tools.ts'
import { approvedIn, type KnownPin, readPins } from '../pins/pin-store.ts'
import type { CommandContext, ConfigOptions } from '../program/options.ts'
import { formatAge, shown, toColumns } from '../terminal/columns.ts'
import { approvalOf, pickPin } from './approve.ts'
import { marksOf, requireServers, toScan, whatChanged } from './shared.ts'

/** Options of `pins`. */
export interface PinsOptions extends ConfigOptions {
  readonly server?: readonly string[]
  readonly waiting?: boolean
  readonly refresh?: boolean
  readonly offline?: boolean
}

/**
 * Lists the definitions that are pinned, those that wait for approval first, with what changed. Rejects with
 * `TOOL_NOT_FOUND`, `SERVER_NOT_FOUND`, and with `CLI_USAGE` for a name of several tools.
 */
export async function pins(
  options: PinsOptions,
  context: CommandContext,
  names: readonly string[],
): Promise<undefined> {
  const { host, output } = context
  const { server, refresh = false, offline = false, ...files } = options
  const config = await loadServers(host, options)
  let known = await readPins(host, config)
  if (!offline && (refresh || known.length === 0)) {
    await openCatalog({ ...files, refresh: true }, context)
    known = await readPins(host, config)
  }
  await requireServers(server, config.servers)
  const ofServers = known.filter((pin) => server?.includes(pin.server) ?? true)
  const picked = names.length === 0 ? ofServers : [...new Set(names.map((name) => pickPin(ofServers, name)))]
  const waiting = picked.filter(isWaiting)
  const unsent = waiting.filter(({ diff }) => diff.length === 0)
  const seen = await readSeen(unsent, usableServers(config), host)
  const others = options.waiting === true ? [] : picked.filter((pin) => !isWaiting(pin))
  const cache = new CacheFolder(host)
  const kept = await cache.read(serversKey(usableServers(config)))
  const suspects = withImitations(await cache.suspects(kept), await cache.twins(kept), approvedIn(known))
  const answer = [...waiting, ...others].map(({ isQuarantined, since, ...pin }) => ({
    ...pin,
    ...(suspects.has(pin.id) && { scan: toScan(suspects.get(pin.id) as SuspectTool) }),
    seen: seen.get(pin.id),
    blocked: isQuarantined,
    since: new Date(since).toISOString(),
  }))
  output.give({ ...config.pins, scan: config.scan, waiting: waiting.length, pins: answer }, () => {
    const first = formatWaiting(waiting, { seen, suspects }, context)
    const rows = others.map((pin) => toRow(pin, isToRead(pin, suspects) ? approvalOf(pin) : pin.id, context))
    const rest = toColumns(rows).flatMap((row, i) => {
      return [row, ...marksOf(suspects.get(others[i]?.id ?? ''), output)]
    })
    return [...first, ...(first.length > 0 && rest.length > 0 ? [''] : []), ...rest].join('\n')
  })
  if (known.length === 0) output.note('No tools have been seen yet.')
  else if (waiting.length > 0)
    output.note('To trust exactly what you looked at, run "toolscout approve NAME@DIGEST" as printed.')
  else output.note(`Nothing waits for approval.${adviceOn(others.filter((pin) => isToRead(pin, suspects)))}`)
}

/** What to do about definitions that can be called and whose texts no model is shown. */
function adviceOn([first, ...more]: readonly KnownPin[]): string {
  if (first === undefined) return ''
  const [of, its] =
    more.length === 0 ? ['one definition', 'its'] : [`${more.length + 1} definitions`, 'their']
  return ` Models are not shown the texts of ${of}: read them with "toolscout describe ${shown(first.id)}", and trust them with "toolscout approve NAME@DIGEST" as printed, or remove ${its} server.`
}

/** Whether a person should read it, though it waits for no approval: what it says of itself is withheld from models. */
function isToRead({ id, state }: KnownPin, suspects: SuspectTools): boolean {
  return state !== 'pinned' && suspects.get(id)?.level === 'poisoned'
}

function formatWaiting(
  pins: readonly KnownPin[],
  {
    seen,
    suspects,
  }: { readonly seen: ReadonlyMap<string, readonly string[]>; readonly suspects: SuspectTools },
  context: CommandContext,
): readonly string[] {
  const { dim, green, red } = context.output.palette
  const paint = (line: string): string =>
    line.startsWith('+') ? green(line) : line.startsWith('-') ? red(line) : dim(line)
  const heads = toColumns(pins.map((pin) => toRow(pin, approvalOf(pin), context)))
  return pins.flatMap(({ id, diff, state }, i) => {
    const isUnknown = diff.length === 0
    const lines = isUnknown ? (seen.get(id) ?? []) : diff
    return [
      heads[i] ?? '',
      ...marksOf(suspects.get(id), context.output),
      ...(state === 'changed' && isUnknown ? [dim('  What it was is not known; this is what it is:')] : []),
      ...lines.map((line) => `  ${paint(shown(line, 400))}`),
    ]
  })
}

function toRow(
  pin: KnownPin,
  name: string,
  { host, output: { palette } }: CommandContext,
): readonly string[] {
  const { cyan, dim, red, yellow } = palette
  const { state, changed, since, isQuarantined } = pin
  const age = dim(`${formatAge(Math.max(0, host.now() - since))} ago`)
  if (!isWaiting(pin)) {
    const what = changed.length === 0 ? '' : dim(`changed: ${whatChanged(pin)}`)
    return [cyan(shown(name)), state, age, what]
  }
  const shownState = isQuarantined ? red(`${state}, blocked`) : yellow(state)
  const what = changed.length === 0 ? dim('not approved yet') : whatChanged(pin)
  return [cyan(shown(name, 400)), shownState, age, what]
}
