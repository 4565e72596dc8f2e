import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SavedPin } from '@toolscout/guard'
import { expect, it, onTestFinished, vi } from 'vitest'
import { PinFolder } from './pin-folder.ts'

/** What happens in the moment after a state was put into its place. */
const after = vi.hoisted(() => ({ rename: async (_path: string): Promise<void> => {} }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const rename = async (from: string, to: string): Promise<void> => {
    await real.rename(from, to)
    await after.rename(to)
  }
  return { ...real, rename }
})

const KEY = 'a'.repeat(32)
const OURS: SavedPin = { id: 'ours', value: { trusted: 'digest', server: 'place', since: 1 } }

async function keep(root: string, number: number, pins: object): Promise<void> {
  await mkdir(join(root, `${KEY}.${number}`))
  await writeFile(join(root, `${KEY}.${number}`, 'pins.json'), JSON.stringify({ format: 1, pins }))
}

it.each([1, 3])('asks nobody again when others have built %i states on ours already', async (states) => {
  const root = await mkdtemp(join(tmpdir(), 'toolscout-pins-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  after.rename = async () => {
    for (let number = 2; number < 2 + states; number += 1) await keep(root, number, { ours: OURS.value })
  }
  const change = vi.fn((): readonly SavedPin[] => [OURS])
  expect(await new PinFolder(root, Date.now).update(KEY, change)).toEqual([OURS])
  expect(change).toHaveBeenCalledTimes(1)
})

it('asks again when the number had been given and swept away', async () => {
  const root = await mkdtemp(join(tmpdir(), 'toolscout-pins-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  after.rename = async () => {
    after.rename = async () => {}
    await keep(root, 2, {})
    await keep(root, 3, {})
  }
  const change = vi.fn((): readonly SavedPin[] => [OURS])
  const folder = new PinFolder(root, Date.now)
  await folder.update(KEY, change)
  expect(change).toHaveBeenCalledTimes(2)
  expect(await folder.read(KEY)).toEqual([OURS])
})
