import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isMissing } from '../errors.ts'

/** How often somebody who waits looks; a renewal takes a few requests. */
const LOOK_MS = 50
/** Longer than the requests of a renewal may take all together. */
const MAX_HELD_MS = 120_000

/**
 * Runs something while no other runs under this name, in this process or another of this machine. Who holds the
 * lock has the ticket with the highest number; a ticket is a file that only one can create. One whose process is gone, or
 * that is far too old, is passed over by the next number, so that nothing that was left behind stops anybody.
 */
export async function withLock<T>(
  folder: string,
  name: string,
  { now, run }: { readonly now: () => number; readonly run: () => Promise<T> },
): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const fileOf = (number: number): string => join(folder, `${name}.${number}`)
  const own = await takeTicket(folder, name, now)
  try {
    return await run()
  } finally {
    await rm(fileOf(own), { force: true })
  }
}

async function takeTicket(folder: string, name: string, now: () => number): Promise<number> {
  for (;;) {
    const tickets = await ticketsIn(folder, name)
    const last = Math.max(0, ...tickets)
    if (last > 0 && !(await isLeftBehind(join(folder, `${name}.${last}`), now))) {
      await delay(LOOK_MS)
      continue
    }
    const own = last + 1
    const file = join(folder, `${name}.${own}`)
    try {
      await writeFile(file, `${hostname()} ${process.pid}`, { flag: 'wx', mode: 0o600 })
    } catch (error) {
      if (Reflect.get(Object(error), 'code') === 'EEXIST') continue
      throw error
    }
    // Others may have looked earlier or later, and have one of another number by now.
    const others = (await ticketsIn(folder, name)).filter((number) => number !== own)
    const left = await Promise.all(
      others.map((number) => isLeftBehind(join(folder, `${name}.${number}`), now)),
    )
    const isOwn = left.every((isLeft) => isLeft)
    for (const number of isOwn ? others : [own]) await rm(join(folder, `${name}.${number}`), { force: true })
    if (isOwn) return own
  }
}

async function ticketsIn(folder: string, name: string): Promise<readonly number[]> {
  return (await readdir(folder)).flatMap((file) => {
    const number = file.startsWith(`${name}.`) ? Number(file.slice(name.length + 1)) : Number.NaN
    return Number.isSafeInteger(number) ? [number] : []
  })
}

async function isLeftBehind(file: string, now: () => number): Promise<boolean> {
  try {
    const [holder, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
    if (now() - mtimeMs > MAX_HELD_MS) return true
    const [machine, pid] = holder.split(' ')
    return machine === hostname() && pid !== undefined && !isRunning(Number(pid))
  } catch (error) {
    // It was given back, or passed over.
    if (isMissing(error)) return true
    throw error
  }
}

/** Whether a process of this machine runs. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It runs, and belongs to somebody else.
    return Reflect.get(Object(error), 'code') === 'EPERM'
  }
}
