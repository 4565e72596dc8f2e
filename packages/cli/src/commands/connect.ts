import type { JsonObject } from '@toolscout/model'
import { addMoved, applyChange, takeAdded, without } from '../clients/apply-connection.ts'
import { CLIENTS, type ClientFile, type ClientId, fileToWrite } from '../clients/client-files.ts'
import { type Connection, ConnectionFolder } from '../clients/connection-folder.ts'
import { launchOf, renewEntry, startsToolscout, toClientEntry } from '../clients/launch.ts'
import { type MovePlan, planMoves } from '../clients/plan-moves.ts'
import { restoreText } from '../clients/restore-text.ts'
import { type ConfigEditor, editConfig, targetFile } from '../config/edit-config.ts'
import { readWhole } from '../config/read-text.ts'
import { ServerMap, sameJson } from '../edit/server-map.ts'
import { usageError } from '../errors.ts'
import type { CommandContext, CommonOptions } from '../program/options.ts'
import { askYes, canAsk } from '../terminal/ask.ts'
import { type ConnectReport, diffOf, formatReport } from './connect-report.ts'

/** Options of `connect`. */
export interface ConnectOptions extends CommonOptions {
  readonly project?: boolean
  readonly remove?: boolean
  readonly dryRun?: boolean
  readonly move?: boolean
  readonly keep?: boolean
}

/** What the steps of one run share. */
interface Run {
  readonly place: ClientFile
  readonly options: ConnectOptions
  readonly context: CommandContext
  readonly folder: ConnectionFolder
  /** The program's file as it is; `undefined` where there is none. */
  readonly original: string | undefined
  /** What an earlier run did to it. */
  readonly earlier: Connection | undefined
  /** Our own file, to which servers go. */
  readonly own: ConfigEditor
}

/** The name of our entry, unless somebody gave it another. */
const NAME = 'toolscout'

/**
 * Writes the entry that starts us into a program's own file and, where that is wanted, moves the servers there behind us;
 * or undoes it. Nothing else in the file changes. Rejects with `CONFIG_FILE_INVALID` when that cannot be done, and nothing
 * is written then.
 */
export async function connect(
  options: ConnectOptions,
  context: CommandContext,
  [id]: readonly string[],
): Promise<undefined> {
  if (options.move === true && options.keep === true) throw usageError('Choose --move or --keep.')
  const { host, output } = context
  const isProject = options.project === true
  const place = fileToWrite(host, id as ClientId, isProject ? 'project' : 'user')
  if (place === undefined)
    throw usageError(`${CLIENTS[id as ClientId]} has no file of a project; leave out --project.`)
  const folder = new ConnectionFolder(host)
  const [original, earlier] = await Promise.all([readWhole(place.file), folder.read(place)])
  const own = await editConfig(earlier?.config ?? targetFile(host, isProject))
  const run: Run = { place, options, context, folder, original, earlier, own }
  const report = await (options.remove === true ? disconnect(run) : connectTo(run))
  output.give(report, () => formatReport(report, context))
}

async function connectTo(run: Run): Promise<ConnectReport> {
  const { place, options, context, folder, original, earlier, own } = run
  const map = await ServerMap.open(place.file, original ?? '', place.maps)
  const name = ourName(map, context) ?? NAME
  const known = map.servers[name] as JsonObject | undefined
  if (known !== undefined && ourName(map, context) === undefined)
    throw usageError(`${place.file} has a server "${name}" that does not start Toolscout; rename it first.`)
  const before = await withoutUs(map, name, run)
  const launch = launchOf(context.host, place)
  const entry = known === undefined ? toClientEntry(place.id, launch) : renewEntry(place.id, known, launch)
  const servers = map.servers
  const plan = await planMoves(without(servers, name), { place, host: context.host, own })
  const isMoving = await mayMove(plan, run)
  const moves = isMoving ? plan.moves : []
  const added = addMoved(moves, own)
  for (const one of moves) map.take(one.name)
  if (!sameJson(known, entry)) map.put(name, entry)
  await map.verify()
  const isChanged = map.text !== original
  const isWritten = isChanged && options.dryRun !== true
  const change = { place, original, text: map.text, own }
  const connection: Connection = {
    version: 1,
    ...{ file: place.file, path: map.path, name, before, after: map.text, config: own.file },
    moved: [...new Set([...(earlier?.moved ?? []), ...moves.map((one) => one.name)])],
    hasMadeConfig: earlier?.hasMadeConfig ?? (await isMade(run)),
    added: [...(earlier?.added ?? []), ...added],
  }
  const backup = isWritten ? await folder.keep(place, connection, original) : undefined
  if (isWritten) await applyChange(change)
  return {
    ...{ client: place.id, file: place.file, config: own.file, backup, written: isWritten },
    action: isChanged ? (known === undefined ? 'connect' : 'update') : 'none',
    entry: { name, ...launch },
    moved: moves.map((one) => one.name),
    kept: isMoving ? [] : plan.moves.map((one) => one.name),
    stays: plan.stays,
    servers: own.names().length + own.clients().filter((id) => id !== place.id).length,
    diff: options.dryRun === true ? diffOf(change, [servers, own.servers()], context.host) : undefined,
  }
}

async function disconnect(run: Run): Promise<ConnectReport> {
  const { place, options, context, folder, original, earlier, own } = run
  const map = await ServerMap.open(place.file, original ?? '', place.maps)
  const name = ourName(map, context)
  const isThere = name !== undefined || earlier !== undefined
  const text = isThere ? await withoutUs(map, name ?? NAME, run) : (original ?? null)
  const servers = own.servers()
  if (earlier !== undefined) takeAdded(earlier, own, await folder.others(place, own.file))
  const change = { place, original, text, own }
  const isChanged = text !== (original ?? null)
  const isWritten = isChanged && options.dryRun !== true
  if (isWritten) await applyChange(change)
  if (options.dryRun !== true) await folder.forget(place)
  return {
    ...{ client: place.id, file: place.file, config: own.file, backup: undefined, written: isWritten },
    action: isChanged ? 'remove' : 'none',
    entry: undefined,
    moved: isChanged ? (earlier?.moved ?? []) : [],
    ...{ kept: [], stays: [], servers: own.names().length },
    diff: options.dryRun === true ? diffOf(change, [map.servers, servers], context.host) : undefined,
  }
}

/** Whether our own file is there for connections alone. */
async function isMade({ own, folder, place }: Run): Promise<boolean> {
  if (own.original === undefined) return true
  return (await folder.others(place, own.file)).some(({ hasMadeConfig }) => hasMadeConfig)
}

function ourName(map: ServerMap, { host }: CommandContext): string | undefined {
  return Object.keys(map.servers).find((name) => startsToolscout(map.servers[name], host.program?.script))
}

/** The program's file as it would be had we never been there; `null` for none. */
async function withoutUs(
  map: ServerMap,
  name: string,
  { place, original, earlier }: Run,
): Promise<string | null> {
  if (earlier !== undefined) return restoreText(original, earlier)
  if (original === undefined) return null
  const bare = await ServerMap.open(place.file, original, [map.path])
  bare.take(name)
  await bare.verify()
  return bare.text
}

/** Whether servers shall leave the program's file: as an option says or a person answers, else not. */
async function mayMove({ moves }: MovePlan, { place, options, context }: Run): Promise<boolean> {
  if (moves.length === 0 || options.keep === true) return false
  if (options.move === true) return true
  if (options.json === true || options.dryRun === true || !canAsk(context.host)) return false
  const names = moves.map(({ name }) => name).join(', ')
  const them = moves.length === 1 ? 'it' : 'them'
  return askYes(
    `Move ${names} behind Toolscout, so that ${CLIENTS[place.id]} finds ${them} by searching?`,
    context.host,
  )
}
