import { loadServers } from '../config/layers.ts'
import { usageError } from '../errors.ts'
import { type LoggedLine, ServerLogs } from '../logs/server-logs.ts'
import type { CommandContext, ConfigOptions } from '../program/options.ts'
import { shown } from '../terminal/columns.ts'
import type { Palette } from '../terminal/output.ts'
import { requireServers } from './shared.ts'

/** Options of `logs`. */
export interface LogsOptions extends ConfigOptions {
  readonly lines: number
  readonly follow?: boolean
}

/** Shows what a server wrote beside the protocol, and what became of it. */
export async function logs(
  options: LogsOptions,
  { host, output }: CommandContext,
  [server = '']: readonly string[],
): Promise<undefined> {
  if (options.follow === true && output.isJson)
    throw usageError('--json is one object, and --follow has no end: leave one of them out.')
  await requireServers([server], (await loadServers(host, options)).servers)
  const kept = new ServerLogs(host)
  const file = kept.fileOf(server)
  const lines = await kept.tail(server, options.lines)
  output.give({ server, file, lines }, () => lines.map((line) => formatLine(line, output.palette)).join('\n'))
  if (lines.length === 0)
    output.note(
      `Nothing is logged for ${server} yet; what it writes to stderr is logged from its next start on.`,
    )
  if (options.follow !== true) return
  const onLine = (line: LoggedLine): void => host.stdout.write(`${formatLine(line, output.palette)}\n`)
  await kept.follow(server, onLine, host.signal)
  host.signal.throwIfAborted()
}

function formatLine({ at, kind, text }: LoggedLine, { dim, yellow }: Palette): string {
  const isOwn = kind === 'stderr'
  const words = shown(text, 2_000)
  return `${dim(at.slice(0, 19).replace('T', ' '))} ${isOwn ? words : yellow(`[${kind}] ${words}`)}`
}
