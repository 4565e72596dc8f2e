import { CLIENTS, type ClientId } from '../clients/client-files.ts'
import { type FoundServer, type FoundServers, findServers } from '../clients/find-servers.ts'
import { commandOf } from '../clients/launch.ts'
import { whatIsMissing } from '../clients/what-is-missing.ts'
import { type ConfigEditor, editConfig, targetFile } from '../config/edit-config.ts'
import type { CliHost } from '../host.ts'
import type { CommandContext, CommonOptions } from '../program/options.ts'
import { askYes, canAsk } from '../terminal/ask.ts'
import { numberOf, shown, toColumns } from '../terminal/columns.ts'
import type { Output } from '../terminal/output.ts'
import { shortPath } from '../terminal/short-path.ts'

/** Options of `init`. */
export interface InitOptions extends CommonOptions {
  readonly yes?: boolean
  readonly dryRun?: boolean
  readonly copy?: boolean
  readonly project?: boolean
  readonly force?: boolean
}

/** What would be done with the servers that were found. */
interface Plan {
  readonly servers: readonly (FoundServer & { readonly missing: readonly string[] })[]
  /** Programs whose files are read from now on; none where servers are copied. */
  readonly clients: readonly ClientId[]
  /** Names we have already. */
  readonly kept: readonly string[]
}

/**
 * Uses the servers of other programs after listing them once: reads the user's files of those programs from now on, with
 * nothing copied; or copies them without secrets, a reference to a variable in place of each.
 */
export async function init(options: InitOptions, { host, output }: CommandContext): Promise<undefined> {
  const isCopy = options.copy === true || options.project === true
  const found = await findServers(host)
  const editor = await editConfig(targetFile(host, options.project === true))
  const plan = await planInit(found, editor, { host, isCopy, isForce: options.force === true })
  const { servers } = plan
  const isNew = isCopy ? servers.length > 0 : plan.clients.length > 0
  const mayAsk = options.yes !== true && options.json !== true && canAsk(host)
  const lines = formatPlan(plan, found, { host, output })
  const isShown = isNew && options.dryRun !== true && mayAsk
  if (isShown) for (const line of lines) host.stderr.write(`${line}\n`)
  const isWritten =
    isNew && options.dryRun !== true && (options.yes === true || (isShown && (await mayWrite(plan, host))))
  if (isWritten) await write(plan, editor, isCopy)
  const secrets = isCopy ? servers.flatMap((server) => server.secrets) : []
  const { files, problems, passed } = found
  output.give(
    {
      file: editor.file,
      written: isWritten,
      clients: plan.clients,
      servers: servers.map(({ name, client, file, entry, missing, secrets: own }) => ({
        ...{ name, client, file, remote: entry.url !== undefined, missing },
        secrets: isCopy ? own : [],
      })),
      kept: plan.kept,
      passed: passed.map(({ name, client, file }) => ({ name, client, file })),
      variables: [...new Set(secrets.map(({ variable }) => variable))].filter((name) => !host.env[name]),
      files,
      problems,
    },
    () => [...(isShown ? [] : lines), ...formatEnd(plan, { isNew, isWritten }, editor.file, host)].join('\n'),
  )
  for (const problem of problems) output.warn(problem)
}

async function planInit(
  found: FoundServers,
  editor: ConfigEditor,
  { host, isCopy, isForce }: { readonly host: CliHost; readonly isCopy: boolean; readonly isForce: boolean },
): Promise<Plan> {
  const there = new Set(isForce ? [] : editor.names())
  const read = editor.clients()
  const taken = found.servers.filter(({ name, scope }) => !there.has(name) && (isCopy || scope === 'user'))
  const servers = await Promise.all(
    taken.map(async (server) => {
      const missing = await whatIsMissing(server.name, isCopy ? server.entry : server.whole, host)
      return { ...server, missing }
    }),
  )
  const clients = isCopy ? [] : [...new Set(servers.map(({ id }) => id))].filter((id) => !read.includes(id))
  return { servers, clients, kept: found.servers.flatMap(({ name }) => (there.has(name) ? name : [])) }
}

async function write({ servers, clients }: Plan, editor: ConfigEditor, isCopy: boolean): Promise<void> {
  if (isCopy) for (const { name, entry } of servers) editor.put(name, entry)
  else editor.setClients([...editor.clients(), ...clients])
  await editor.save()
}

/** What nothing is missing of is a yes. */
async function mayWrite({ servers }: Plan, host: CliHost): Promise<boolean> {
  const isClear = servers.every(({ missing }) => missing.length === 0)
  const what = servers.length === 1 ? 'this server' : `these ${servers.length} servers`
  return askYes(`Use ${what}?`, host, isClear)
}

function formatPlan(
  { servers, clients, kept }: Plan,
  found: FoundServers,
  { host, output }: CommandContext,
): readonly string[] {
  const { dim } = output.palette
  if (found.servers.length === 0) {
    const looked = found.files.map((file) => shortPath(file, host)).join(', ')
    const where = looked === '' ? '' : ` in ${looked}`
    return [
      `No servers of other programs were found${where}. Add one: ${commandOf(host)} add NAME -- COMMAND`,
    ]
  }
  const ofFolder = clients.length === 0 ? [] : found.servers.filter(({ scope }) => scope === 'project')
  return [
    ...formatServers(servers, output, host),
    ...kept.map((name) => dim(`${shown(name)} is configured already; --force replaces it`)),
    ...found.passed.map(({ name, client, file }) =>
      dim(`${shown(name)} of ${client} was skipped: another server has this name (${shortPath(file, host)})`),
    ),
    ...(ofFolder.length === 0
      ? []
      : [dim(`${ofFolder.map(({ name }) => shown(name)).join(', ')} of this folder: --project copies them`)]),
  ]
}

function formatServers(servers: Plan['servers'], { palette }: Output, host: CliHost): readonly string[] {
  const { bold, dim, yellow } = palette
  const lines = toColumns(
    servers.map(({ name, client, file, entry }) => {
      const target = [entry.command ?? 'remote'].flat().join(' ')
      return [bold(shown(name)), client, shown(target, 40), dim(shortPath(file, host))]
    }),
    host.stdout.isTerminal ? host.stdout.columns : undefined,
  )
  return servers.flatMap(({ missing }, i) => [
    lines[i] ?? '',
    ...missing.map((what) => yellow(`  ${shown(what, 300)}`)),
  ])
}

/** What was done, and the next step. */
function formatEnd(
  { servers, clients }: Plan,
  { isNew, isWritten }: { readonly isNew: boolean; readonly isWritten: boolean },
  file: string,
  host: CliHost,
): readonly string[] {
  const place = shortPath(file, host)
  if (!isNew) return []
  if (!isWritten) return [`Nothing was written to ${place}; --yes writes it.`]
  const from = clients.length === 0 ? '' : ` of ${clients.map((id) => CLIENTS[id]).join(', ')}`
  const how = clients.length === 0 ? 'Copied' : 'From now on Toolscout reads'
  const [first] = servers
  return [
    `${how} ${numberOf(servers.length, 'server', 'servers')}${from} (${place}).`,
    `Next: ${commandOf(host)} search "what you need"`,
    ...(first === undefined ? [] : [`      ${commandOf(host)} connect ${first.id}`]),
  ]
}
