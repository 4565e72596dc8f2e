import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { MAX_INSTALL_MS } from '../config/server-config.ts'
import { SCRIPT_ENVIRONMENT } from './process-group.ts'

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
      env: SCRIPT_ENVIRONMENT,
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
