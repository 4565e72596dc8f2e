import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { raceSignal } from '@toolscout/model/internal'
import { type FoundServer, type FoundServers, findServers } from '../clients/find-servers.ts'
import { editConfig, targetFile } from '../config/edit-config.ts'
import type { CliHost } from '../host.ts'
import type { CommandContext, CommonOptions } from '../program/options.ts'
import { shown, toColumns } from '../terminal/columns.ts'
import type { Output } from '../terminal/output.ts'

/** Options of `init`. */
export interface InitOptions extends CommonOptions {
  readonly yes?: boolean
  readonly dryRun?: boolean
  readonly project?: boolean
  readonly force?: boolean
}

/**
 * Adds the servers of other programs after listing them. No secret is copied: a reference to a variable takes its place,
 * and the answer names the variable.
 */
export async function init(options: InitOptions, { host, output }: CommandContext): Promise<undefined> {
  const found = await findServers(host)
  const editor = await editConfig(targetFile(host, options.project === true))
  const there = new Set(options.force === true ? [] : editor.names())
  const taken = found.servers.filter(({ name }) => !there.has(name))
  const isWritten =
    taken.length > 0 && options.dryRun !== true && (await mayWrite(options, taken, { host, output }))
  if (isWritten) {
    for (const { name, entry } of taken) editor.put(name, entry)
    await editor.save()
  }
  const missing = new Set(
    taken.flatMap(({ secrets }) => secrets.map(({ variable }) => variable)).filter((name) => !host.env[name]),
  )
  const { files, problems, passed } = found
  output.give(
    {
      file: editor.file,
      written: isWritten,
      servers: taken.map(({ entry, ...server }) => ({ ...server, remote: entry.url !== undefined })),
      kept: found.servers.flatMap(({ name }) => (there.has(name) ? name : [])),
      passed: passed.map(({ name, client, file }) => ({ name, client, file })),
      variables: [...missing],
      files,
      problems,
    },
    () => formatPlan(found, taken, output),
  )
  for (const problem of problems) output.warn(problem)
  if (missing.size > 0)
    output.warn(
      `these variables are not set, and the servers that need them will not start: ${[...missing].join(', ')}`,
    )
  if (isWritten) output.note(`Written to ${editor.file}. Next: "toolscout doctor".`)
  else if (taken.length > 0) output.note(`Nothing was written to ${editor.file}; --yes writes it.`)
}

async function mayWrite(
  { yes, json }: InitOptions,
  taken: readonly FoundServer[],
  { host, output }: CommandContext,
): Promise<boolean> {
  if (yes === true) return true
  if (json === true || !host.stderr.isTerminal || !host.stdout.isTerminal) return false
  for (const line of formatServers(taken, output)) host.stderr.write(`${line}\n`)
  host.stderr.write(`Add ${taken.length === 1 ? 'this server' : `these ${taken.length} servers`}? [y/N] `)
  return /^y(es)?$/i.test((await raceSignal(readLine(host), host.signal)).trim())
}

async function readLine({ stdin }: CliHost): Promise<string> {
  for await (const line of createInterface({ input: Readable.from(stdin) })) return line
  return ''
}

function formatPlan(found: FoundServers, taken: readonly FoundServer[], output: Output): string {
  if (found.servers.length === 0) {
    const looked = found.files.length === 0 ? '' : ` in ${found.files.join(', ')}`
    return `No servers of other programs were found${looked}. Add one with "toolscout add".`
  }
  const { dim } = output.palette
  return [
    ...formatServers(taken, output),
    ...found.servers
      .filter((server) => !taken.includes(server))
      .map(({ name }) => dim(`${shown(name)} is configured already; --force replaces it`)),
    ...found.passed.map(({ name, client, file }) =>
      dim(`${shown(name)} of ${client} was skipped: another server has this name (${file})`),
    ),
  ].join('\n')
}

function formatServers(servers: readonly FoundServer[], { palette }: Output): readonly string[] {
  const { bold, dim, yellow } = palette
  const lines = toColumns(
    servers.map(({ name, client, file, entry }) => {
      const target = Array.isArray(entry.command) ? entry.command.join(' ') : (entry.command ?? 'remote')
      return [bold(shown(name)), client, shown(String(target), 60), dim(file)]
    }),
  )
  return servers.flatMap(({ secrets }, i) => [
    lines[i] ?? '',
    ...secrets.map(({ variable, where }) => yellow(`  ${where}: not copied; set the variable ${variable}`)),
  ])
}
