import { setTimeout as delay } from 'node:timers/promises'

/** How often the system is asked whether processes are gone; it tells nobody by itself about grandchildren. */
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
