import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** How often the system is asked whether processes are gone; it reports nothing about grandchildren. */
const POLL_MS = 20

/** How long the system may take to remove a killed process. */
const KILL_WAIT_MS = 1_000

/** Whether processes can be signalled as a group. Windows has no such groups. */
export const HAS_PROCESS_GROUPS: boolean = process.platform !== 'win32'

/**
 * Sends a signal to the group that a process leads, or to that process alone on Windows. False when nothing of
 * it is left. Signal 0 only asks.
 */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(HAS_PROCESS_GROUPS ? -pid : pid, signal)
    return true
  } catch (error) {
    // EPERM tells of a process that is there but belongs to somebody else.
    return Reflect.get(error as object, 'code') === 'EPERM'
  }
}

/**
 * Waits until nothing of a group is left, at most `graceMs()`, which is asked again all the time because a second
 * caller may be in more of a hurry. True when it is gone.
 */
export async function waitForGroup(pid: number, graceMs: () => number): Promise<boolean> {
  const start = performance.now()
  while (signalGroup(pid, 0)) {
    if (performance.now() - start >= graceMs()) return false
    await delay(POLL_MS)
  }
  return true
}

/**
 * Ends what is left of a group: SIGTERM, then, after `graceMs()`, SIGKILL. True when nothing is left; false only
 * for processes the system itself cannot end.
 */
export async function endGroup(pid: number, graceMs: () => number): Promise<boolean> {
  if (!signalGroup(pid, 'SIGTERM') || (await waitForGroup(pid, graceMs))) return true
  signalGroup(pid, 'SIGKILL')
  return waitForGroup(pid, () => KILL_WAIT_MS)
}

/**
 * The time that the processes of a group have used, in a form that differs once they have used more; `''` where the system
 * does not tell without another program (proc(5): the group is field 5, its time, in hundredths of a second, 14 and 15).
 */
export async function readGroupTime(group: number): Promise<string> {
  if (process.platform !== 'linux') return ''
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = pids.map(async (pid) => {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    // The name of the program is in parentheses and may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return Number(fields[2]) === group ? [`${pid} ${fields[11]} ${fields[12]}`] : []
  })
  return (await Promise.all(stats)).flat().join('\n')
}

/**
 * The environment of a script that this program runs with itself. Nothing of our own: NODE_OPTIONS could keep it from
 * running. Electron, and programs compiled with Bun such as OpenCode, run scripts only when told.
 */
export const SCRIPT_ENVIRONMENT: NodeJS.ProcessEnv = Object.freeze({
  ELECTRON_RUN_AS_NODE: '1',
  BUN_BE_BUN: '1',
})

/** Grace between SIGTERM and SIGKILL for servers whose host is gone; nothing waits for them any longer. */
const ORPHAN_GRACE_MS = 2_000

/**
 * What the watchdog runs, as text so that it works from source and from a bundle alike. It reads `+pid graceMs` and
 * `-pid` lines; when its stdin ends, this process is gone, however it went, and the groups are ended, each after its
 * grace.
 */
const SCRIPT = `
const groups = new Map()
let rest = ''
const signal = (pid, name) => {
  try { process.kill(-pid, name) } catch (error) { if (error.code === 'ESRCH') groups.delete(pid) }
}
const finish = () => {
  const start = performance.now()
  const asked = new Set()
  const poll = () => {
    for (const [pid, graceMs] of groups) {
      const waited = performance.now() - start - graceMs
      if (waited >= ${ORPHAN_GRACE_MS}) {
        signal(pid, 'SIGKILL')
        groups.delete(pid)
      } else if (waited >= 0 && !asked.has(pid)) {
        asked.add(pid)
        signal(pid, 'SIGTERM')
      } else signal(pid, 0)
    }
    if (groups.size === 0) process.exit()
    setTimeout(poll, 20)
  }
  poll()
}
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {})
process.stdin.on('end', finish).on('error', finish).on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n')
  rest = lines.pop()
  for (const line of lines) {
    const [pid, graceMs] = line.slice(1).split(' ').map(Number)
    if (line[0] === '+') groups.set(pid, graceMs)
    else groups.delete(pid)
  }
})
`

/** Leaders of the groups this process has started and not ended, with their grace in milliseconds. */
const watched = new Map<number, number>()
let watchdog: ChildProcess | undefined

/** The watch over one group. */
export interface GroupWatch {
  /** Takes the grace away: the group is ended as soon as this process is gone. */
  readonly shorten: () => void
  /** Ends the watch; to be called once the group is gone, because its number may then be another's. */
  readonly stop: () => void
}

/**
 * Has a process group ended, after `graceMs`, should this process die without running anything, as after SIGKILL or a
 * crash.
 *
 * One small process does it for all groups. It exists exactly as long as there are groups, ignores the signals
 * of a terminal, and keeps neither this process nor itself alive. Nothing happens on Windows.
 */
export function watchGroup(pid: number, graceMs = 0): GroupWatch {
  if (!HAS_PROCESS_GROUPS) return { shorten: () => {}, stop: () => {} }
  watched.set(pid, graceMs)
  if (watchdog === undefined) startWatchdog()
  else tell(`+${pid} ${graceMs}\n`)
  return {
    shorten: () => {
      if (!watched.has(pid)) return
      watched.set(pid, 0)
      tell(`+${pid} 0\n`)
    },
    stop: () => {
      if (!watched.delete(pid)) return
      tell(`-${pid}\n`)
      if (watched.size > 0) return
      watchdog?.stdin?.end()
      watchdog = undefined
    },
  }
}

function startWatchdog(): void {
  const child = spawn(process.execPath, ['-e', SCRIPT], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A session of its own, so that what a terminal sends to this process does not reach it.
    detached: true,
    env: SCRIPT_ENVIRONMENT,
    cwd: '/',
  })
  watchdog = child
  const onLost = (): void => {
    if (watchdog !== child) return
    watchdog = undefined
    process.emitWarning(
      'The watchdog of MCP servers has ended. Should this process be killed, servers that ignore the end of their stdin live on.',
      { code: 'MCP_WATCHDOG_LOST' },
    )
  }
  child.on('error', onLost).on('exit', onLost)
  // A write to a watchdog that has just ended fails; its exit tells the same.
  child.stdin?.on('error', () => {})
  child.unref()
  // In Bun a pipe has no such method, and keeps no process alive.
  ;(child.stdin as Partial<Socket> | null)?.unref?.()
  tell([...watched].map(([pid, graceMs]) => `+${pid} ${graceMs}\n`).join(''))
}

function tell(lines: string): void {
  watchdog?.stdin?.write(lines)
}
