import { commandOf } from '../clients/launch.ts'
import type { CommandContext } from '../program/options.ts'
import { shown } from '../terminal/columns.ts'

/** Servers that are named. */
const MAX_NAMED = 8

/** Says to a person who starts `serve` in a terminal that nothing is wrong; a client starts it without one. */
export function greetPerson(servers: readonly string[], { host, output }: CommandContext): void {
  if (host.stdin.isTTY !== true) return
  const command = commandOf(host)
  const named = servers.slice(0, MAX_NAMED).map((name) => shown(name))
  const more = servers.length > MAX_NAMED ? ` and ${servers.length - MAX_NAMED} more` : ''
  output.note(
    `Serving ${named.join(', ')}${more} over stdio, and waiting for a client; clients start this themselves.`,
  )
  output.note(
    `Add it to one: ${command} connect claude-code, or claude-desktop, cursor, vscode, codex, opencode, gemini-cli, zed, windsurf`,
  )
  output.note(
    `Try the tools here: ${command} search "what you need", or ${command} inspect. Ctrl-C ends this.`,
  )
}
