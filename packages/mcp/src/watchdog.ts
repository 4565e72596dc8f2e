import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { HAS_PROCESS_GROUPS } from './process-group.ts'

/** Grace between SIGTERM and SIGKILL for servers whose host is gone; nobody is left to wait longer for. */
const ORPHAN_GRACE_MS = 2_000

/**
 * What the watchdog runs, as text so that it works from source and from a bundle alike. It reads `+pid` and
 * `-pid` lines; when its stdin ends, this process is gone, however it went, and the groups are ended.
 */
const SCRIPT = `
const groups = new Set()
let rest = ''
const signal = (name) => {
  for (const pid of groups) {
    try { process.kill(-pid, name) } catch (error) { if (error.code === 'ESRCH') groups.delete(pid) }
  }
}
const finish = () => {
  signal('SIGTERM')
  const end = performance.now() + ${ORPHAN_GRACE_MS}
  const poll = () => {
    signal(0)
    if (groups.size === 0) process.exit()
    if (performance.now() < end) return setTimeout(poll, 20)
    signal('SIGKILL')
    process.exit()
  }
  poll()
}
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {})
process.stdin.on('end', finish).on('error', finish).on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n')
  rest = lines.pop()
  for (const line of lines) groups[line[0] === '+' ? 'add' : 'delete'](Number(line.slice(1)))
})
`

/** Leaders of the groups this process has started and not ended. */
const watched = new Set<number>()
let watchdog: ChildProcess | undefined

/**
 * Has a process group ended should this process die without running anything, as after SIGKILL or a crash. Gives
 * back the way to stop that, to be called once the group is gone, because its number may then be another's.
 *
 * One small process does it for all groups. It exists exactly as long as there are groups, ignores the signals
 * of a terminal, and keeps neither this process nor itself alive. Nothing happens on Windows.
 */
export function watchGroup(pid: number): () => void {
  if (!HAS_PROCESS_GROUPS) return () => {}
  watched.add(pid)
  if (watchdog === undefined) startWatchdog()
  else tell(`+${pid}\n`)
  return () => {
    if (!watched.delete(pid)) return
    tell(`-${pid}\n`)
    if (watched.size > 0) return
    watchdog?.stdin?.end()
    watchdog = undefined
  }
}

function startWatchdog(): void {
  const child = spawn(process.execPath, ['-e', SCRIPT], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A session of its own, so that what a terminal sends to this process does not reach it.
    detached: true,
    // Nothing of our environment: NODE_OPTIONS could keep it from running. Electron runs scripts only when told.
    env: { ELECTRON_RUN_AS_NODE: '1' },
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
  // In Bun a pipe has no such method, and keeps nobody alive.
  ;(child.stdin as Partial<Socket> | null)?.unref?.()
  tell([...watched].map((pid) => `+${pid}\n`).join(''))
}

function tell(lines: string): void {
  watchdog?.stdin?.write(lines)
}
