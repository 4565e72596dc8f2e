import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SavedPin } from '@toolscout/guard'
import { isJsonObject } from '@toolscout/model/internal'
import { expect, it, onTestFinished } from 'vitest'
import { openBank, PAY } from '../fixtures/bank.ts'
import { PinFolder } from './pin-folder.ts'

async function openFolder(): Promise<{ readonly root: string; readonly folder: PinFolder }> {
  const root = join(await mkdtemp(join(tmpdir(), 'toolscout-pins-')), 'pins')
  onTestFinished(() => rm(join(root, '..'), { recursive: true, force: true }))
  return { root, folder: new PinFolder(root, Date.now) }
}

const KEY = 'a'.repeat(32)

function pin(id: string, since: number): SavedPin {
  return { id, value: { trusted: 'digest', server: 'place', since } }
}

it('loses nothing of what many keep at once, and keeps two states of it', async () => {
  const { root } = await openFolder()
  const writers = Array.from({ length: 8 }, () => new PinFolder(root, Date.now))
  const counted = (kept: readonly SavedPin[]): number => {
    const value = kept.find(({ id }) => id === 'count')?.value
    return isJsonObject(value) ? Number(value.since) : 0
  }
  await Promise.all(
    writers.map(async (folder, writer) => {
      for (let i = 0; i < 25; i += 1) {
        await folder.update(KEY, (kept) => [pin('count', counted(kept) + 1), pin(`${writer}-${i}`, i)])
      }
    }),
  )
  const kept = await new PinFolder(root, Date.now).read(KEY)
  expect([kept.length, counted(kept)]).toEqual([201, 200])
  expect((await readdir(root)).sort()).toEqual([`${KEY}.199`, `${KEY}.200`])
}, 60_000)

it('is for its user alone, and keeps what was given up no longer than an hour', async () => {
  const { root, folder } = await openFolder()
  await folder.update(KEY, () => [pin('a', 1)])
  const [name = ''] = await readdir(root)
  const modes = await Promise.all(
    [root, join(root, name), join(root, name, 'pins.json')].map((path) => stat(path)),
  )
  expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o700, 0o600])
  await mkdir(join(root, `draft-${Date.now()}-0`))
  await folder.update(KEY, () => [pin('a', 1)])
  const drafts = async () => (await readdir(root)).filter((entry) => entry.startsWith('draft'))
  expect(await drafts()).toHaveLength(1)
  const later = new PinFolder(root, () => Date.now() + 3_700_000)
  await later.update('b', () => [pin('b', 1)])
  expect(await drafts()).toEqual([])
  expect(await folder.read(KEY)).toEqual([pin('a', 1)])
})

it.each([
  ['{"format":2,"pins":{}}', 'it has the form 2, and this version knows 1'],
  ['{"format":1', 'JSON'],
  ['{"format":1}', 'it holds no pins'],
  ['{"format":1,"pins":{"b":{"trusted":7}}}', 'the pin of "b" is damaged'],
])('refuses %s, says where it lies, and never takes it for nothing', async (text, problem) => {
  const { root, folder } = await openFolder()
  await folder.update(KEY, () => [pin('a', 1)])
  await writeFile(join(root, `${KEY}.1`, 'pins.json'), text)
  const failure = { code: 'PINS_FILE_INVALID', message: expect.stringContaining(problem) }
  await expect(folder.read(KEY)).rejects.toMatchObject(failure)
  await expect(folder.update(KEY, () => [pin('a', 2)])).rejects.toMatchObject(failure)
  expect(await readFile(join(root, `${KEY}.1`, 'pins.json'), 'utf8')).toBe(text)
})

it('has every command say that it cannot be read', async () => {
  const host = await openBank({ pins: { mode: 'block' } })
  await host.run(['list'])
  const root = join(host.home, '.local/state/toolscout/pins')
  const [name = ''] = await readdir(root)
  await writeFile(join(root, name, 'pins.json'), 'nothing')
  for (const args of [
    ['pins'],
    ['approve', '--all'],
    ['list'],
    ['call', 'bank:pay'],
    ['serve'],
    ['doctor'],
  ]) {
    const { exitCode, stdout, stderr } = await host.run(args)
    expect([args, exitCode, `${stdout}${stderr}`]).toEqual([
      args,
      3,
      expect.stringContaining(join(root, name)),
    ])
  }
})

it('takes approvals of commands that run at the same time', async () => {
  const host = await openBank({ pins: { newTools: 'hold' } })
  const names = Array.from({ length: 12 }, (_, i) => `tool_${i}`)
  await host.offer(...names.map((name) => ({ ...PAY.honest, name })))
  await host.run(['pins'])
  await Promise.all(names.map((name) => host.run(['approve', name])))
  const { pins } = (await host.run(['pins', '--waiting', '--json'])).json()
  expect(pins).toMatchObject([{ id: 'bank:show' }])
})
