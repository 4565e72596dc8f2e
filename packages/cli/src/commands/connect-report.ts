import type { JsonObject } from '@toolscout/model'
import type { PlannedChange } from '../clients/apply-connection.ts'
import { CLIENTS, type ClientId, clientFiles } from '../clients/client-files.ts'
import { hideSecrets, maskSecrets } from '../clients/hide-secrets.ts'
import { commandOf, type Launch } from '../clients/launch.ts'
import type { MovePlan } from '../clients/plan-moves.ts'
import { toEntry } from '../clients/to-entry.ts'
import { diffLines } from '../edit/diff-lines.ts'
import type { CliHost } from '../host.ts'
import type { CommandContext } from '../program/options.ts'
import { shown, toColumns } from '../terminal/columns.ts'
import { shortPath } from '../terminal/short-path.ts'

/** What `connect` did, or would do. */
export interface ConnectReport {
  readonly client: ClientId
  readonly file: string
  readonly action: 'connect' | 'update' | 'remove' | 'none'
  readonly written: boolean
  /** Our entry, without the words of this program for it. */
  readonly entry: ({ readonly name: string } & Launch) | undefined
  /** Servers that left the program's file for ours, or came back. */
  readonly moved: readonly string[]
  /** Servers that could have. */
  readonly kept: readonly string[]
  readonly stays: MovePlan['stays']
  /** Our own file. */
  readonly config: string
  /** How many servers it has, and other programs whose servers it reads. */
  readonly servers: number
  readonly backup: string | undefined
  /** Lines of both files; values that may be secrets are not in it. */
  readonly diff: readonly string[] | undefined
}

/** The report in words; paths are short, and the last line says what to do next. */
export function formatReport(report: ConnectReport, { host, output }: CommandContext): string {
  const { action, written, diff = [] } = report
  const client = CLIENTS[report.client]
  const { bold, dim } = output.palette
  const file = dim(shortPath(report.file, host))
  const undo = `${commandOf(host)} connect ${report.client}${isOfProject(report, host) ? ' --project' : ''}`
  if (action === 'none')
    return report.entry === undefined
      ? `${client} does not start Toolscout; there is nothing to remove (${file}).`
      : [
          `${client} starts Toolscout already; nothing changed (${file}).`,
          ...formatServers(report, undo, host),
        ].join('\n')
  if (!written) return [...diff, 'Nothing was written.'].join('\n')
  const isRemoved = action === 'remove'
  return [
    `${bold(client)} ${isRemoved ? 'no longer starts Toolscout' : 'starts Toolscout from now on'} (${file}).`,
    ...formatServers(report, undo, host),
    isRemoved
      ? `Restart ${client}.`
      : `Restart ${client} and ask it for something a tool can do. Undo: ${undo} --remove`,
  ].join('\n')
}

function formatServers(report: ConnectReport, command: string, host: CliHost): readonly string[] {
  const { action, entry, moved, kept, stays, config, servers, backup } = report
  const client = CLIENTS[report.client]
  const own = shortPath(config, host)
  const rows: (readonly [string, string])[] = []
  if (action === 'connect' || action === 'update')
    rows.push([
      'entry',
      [entry?.command, ...(entry?.args ?? [])].map((word) => shown(shortPath(word ?? '', host))).join(' '),
    ])
  if (moved.length > 0)
    rows.push([
      action === 'remove' ? 'back' : 'moved',
      `${listed(moved)}${action === 'remove' ? '' : ` to ${own}`}`,
    ])
  if (kept.length > 0)
    rows.push(['kept', `${listed(kept)}; with --move ${client} finds them through Toolscout`])
  for (const { name, why } of stays) rows.push(['stays', `${shown(name)}: ${why}`])
  if (backup !== undefined) rows.push(['backup', shortPath(backup, host)])
  if (action !== 'remove' && servers === 0)
    rows.push([
      'next',
      `Toolscout has no servers for ${client} yet: ${command} --move, or ${commandOf(host)} init`,
    ])
  return toColumns(rows.map(([word, text]) => [`  ${word}`, text]))
}

function listed(names: readonly string[]): string {
  return names.map((name) => shown(name)).join(', ')
}

function isOfProject({ client, file }: ConnectReport, host: CliHost): boolean {
  return clientFiles(host).some((one) => one.id === client && one.file === file && one.scope === 'project')
}

/** What would change in both files, without values that may be secrets. */
export function diffOf(
  { place, original, text, own }: PlannedChange,
  servers: readonly JsonObject[],
  host: CliHost,
): readonly string[] {
  const secrets = servers.flatMap((map) =>
    Object.entries(map).flatMap(([name, value]) => secretsOf(name, value)),
  )
  // A value within another one is hidden with it.
  secrets.sort(([a], [b]) => b.length - a.length)
  const hide = (line: string): string =>
    maskSecrets(secrets.reduce((safe, [value, reference]) => safe.replaceAll(value, () => reference), line))
  return [
    [place.file, original ?? '', text ?? ''] as const,
    [
      own.file,
      own.original ?? '',
      own.original === undefined && own.names().length === 0 ? '' : own.text,
    ] as const,
  ].flatMap(([file, before, after]) => {
    const lines = diffLines(before, after)
    return lines.length === 0
      ? []
      : [`--- ${shortPath(file, host)}`, ...lines.map((line) => keepIndent(hide(line)))]
  })
}

function keepIndent(line: string): string {
  const [indent = ''] = /^[-+ ][ \t]*/.exec(line) ?? []
  return `${indent}${shown(line.slice(indent.length), 500)}`
}

/** Each text of an entry that may be a secret, as a file has it, with what is shown in its place. */
function secretsOf(name: string, value: unknown): readonly (readonly [string, string])[] {
  const entry = toEntry(value)
  if (entry === undefined) return []
  const [given, safe] = [entry, hideSecrets(name, entry).entry].map(leavesOf) as [string[], string[]]
  return given.flatMap((text, i) => {
    const shownText = safe[i] ?? ''
    return text === shownText ? [] : [[JSON.stringify(text).slice(1, -1), shownText] as const]
  })
}

function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf)
  return [String(value)]
}
