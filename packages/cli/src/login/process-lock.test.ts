import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { withLock } from './process-lock.ts'

async function folderOf(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolscout-lock-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

it('lets one in at a time, and each of a name of its own at once', async () => {
  const folder = await folderOf()
  let inside = 0
  let most = 0
  const run = async (): Promise<void> => {
    inside += 1
    most = Math.max(most, inside)
    await readdir(folder)
    inside -= 1
  }
  const now = Date.now
  await Promise.all(Array.from({ length: 20 }, () => withLock(folder, 'a', { now, run })))
  expect([most, inside, await readdir(folder)]).toEqual([1, 0, []])
  const nested = withLock(folder, 'a', {
    now,
    run: () => withLock(folder, 'ab', { now, run: async () => 7 }),
  })
  expect(await nested).toBe(7)
})

it('gives the lock back after a failure', async () => {
  const folder = await folderOf()
  const now = Date.now
  const failing = withLock(folder, 'a', { now, run: () => Promise.reject(new RangeError('no luck')) })
  await expect(failing).rejects.toThrow('no luck')
  expect(await withLock(folder, 'a', { now, run: async () => 1 })).toBe(1)
})

it('ignores a ticket whose process is gone, or that is far too old', async () => {
  const folder = await folderOf()
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'close')
  await writeFile(join(folder, 'a.4'), `${hostname()} ${child.pid}`)
  const run = async (): Promise<readonly string[]> => readdir(folder)
  expect(await withLock(folder, 'a', { now: Date.now, run })).toEqual(['a.5'])
  const file = join(folder, 'a.1')
  await writeFile(file, 'elsewhere 1')
  await utimes(file, 1_000, 1_000)
  expect(await withLock(folder, 'a', { now: () => 1_121_000, run })).toEqual(['a.2'])
})

it('waits for who holds it, as long as that one lives', async () => {
  const folder = await folderOf()
  await writeFile(join(folder, 'a.1'), `${hostname()} ${process.pid}`)
  const order: string[] = []
  const waiting = withLock(folder, 'a', { now: Date.now, run: async () => order.push('second') })
  await withLock(folder, 'b', { now: Date.now, run: async () => order.push('first') })
  await rm(join(folder, 'a.1'))
  await waiting
  expect(order).toEqual(['first', 'second'])
})
