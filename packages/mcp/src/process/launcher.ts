import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { McpServerConfig } from '../config/server-config.ts'

/** How long an installation that nothing waits for any more may go on, in milliseconds. */
export const MAX_INSTALL_MS = 300_000

/** Commands that may install a server before they run it. */
const LAUNCHERS: ReadonlySet<string> = new Set(['npx', 'uvx', 'bunx', 'docker'])

/** The launcher that a server is started with, such as `npx`; `undefined` for any other server. */
export function launcherOf(config: McpServerConfig): string | undefined {
  if (config.transport !== 'stdio') return undefined
  const [last = ''] = config.command.split(/[/\\]/).slice(-1)
  const name = last.toLowerCase().replace(/\.(cmd|exe|bat|ps1)$/, '')
  // `cmd /c npx …` is how scripts are started on Windows.
  if (name === 'cmd' && config.args?.[0]?.toLowerCase() === '/c') {
    return launcherOf({ ...config, command: config.args[1] ?? '', args: [] })
  }
  return LAUNCHERS.has(name) ? name : undefined
}

/**
 * Reads the output of the installation until it ends, because a closed pipe would break it, and ends the group with
 * SIGTERM when it takes too long. Text, so that it works from source and from a bundle alike.
 */
const KEEPER = `
const [pid, maxMs] = process.argv.slice(1).map(Number)
for (const fd of [3, 4]) {
  try { new (require('node:net').Socket)({ fd, readable: true, writable: false }).on('error', () => {}).resume() } catch {}
}
const end = performance.now() + maxMs
const poll = () => {
  try { process.kill(pid, performance.now() < end ? 0 : 'SIGTERM') } catch { process.exit() }
  if (performance.now() >= end) process.exit()
  setTimeout(poll, 200)
}
poll()
`

/** What is left of a launcher that is not waited for any more. */
export interface Installation {
  /** Id of the process, or the negative id of its group. */
  readonly pid: number
  readonly stdout: Readable
  readonly stderr: Readable
}

/**
 * Lets an installation finish in the background, even when this process ends: npx, for one, leaves a folder behind
 * when it is killed that breaks the server for every client. A small process of its own keeps its pipes open.
 */
export function finishInBackground(
  { pid, stdout, stderr }: Installation,
  maxMs: number = MAX_INSTALL_MS,
): void {
  try {
    const keeper = spawn(process.execPath, ['-e', KEEPER, '--', String(pid), String(maxMs)], {
      stdio: ['ignore', 'ignore', 'ignore', stdout, stderr],
      detached: true,
      windowsHide: true,
      env: { ELECTRON_RUN_AS_NODE: '1' },
      cwd: '/',
    })
    keeper.on('error', () => {})
    keeper.unref()
  } catch {
    // Where streams cannot be handed on, as in Bun, the installation is read here for as long as this process lives.
    stdout.resume()
    stderr.resume()
    return
  }
  stdout.destroy()
  stderr.destroy()
}
