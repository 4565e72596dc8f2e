import { execFileSync } from 'node:child_process'
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { toolFolder } from '../fixtures/tool-folder.ts'
import { MAX_CUSTOM_FILE_BYTES, readCustomFolder } from './read-folder.ts'

const SECRET = 'secret: outside'

it('reads the definitions of one folder in the order of their names', async () => {
  const { folder } = await toolFolder({
    'b.yml': 'b',
    'a.YAML': 'a',
    'c.json': 'c',
    '.hidden.yaml': 'h',
    'd.yaml.bak': 'd',
  })
  await mkdir(join(folder, 'nested'))
  await writeFile(join(folder, 'nested', 'e.yaml'), 'e')
  expect(await readCustomFolder(folder)).toEqual([
    { file: 'a.YAML', text: 'a' },
    { file: 'b.yml', text: 'b' },
  ])
})

it('nothing outside is read, wherever links lead', async () => {
  const { folder, outside } = await toolFolder({ 'real.yaml': 'real' })
  await writeFile(join(outside, 'secret.yaml'), SECRET)
  await mkdir(join(outside, 'tools-too'))
  await writeFile(join(outside, 'tools-too', 'x.yaml'), SECRET)
  await symlink('../secret.yaml', join(folder, 'relative.yaml'))
  await symlink(join(outside, 'secret.yaml'), join(folder, 'absolute.yaml'))
  // A neighbour whose name begins as the folder's.
  await symlink(join(outside, 'tools-too', 'x.yaml'), join(folder, 'sibling.yaml'))
  await symlink('/dev/zero', join(folder, 'device.yaml'))
  await symlink('loop.yaml', join(folder, 'loop.yaml'))
  await symlink('real.yaml', join(folder, 'inside.yaml'))
  const files = await readCustomFolder(folder)
  expect(JSON.stringify(files)).not.toContain(SECRET)
  expect(files.flatMap((entry) => ('text' in entry ? entry.file : []))).toEqual(['inside.yaml', 'real.yaml'])
  for (const entry of files) if ('error' in entry) expect(entry.error.code).toBe('CUSTOM_TOOL_INVALID')
})

it('what is no regular file, too large or no text is refused, and does not hang', async () => {
  const { folder } = await toolFolder({ 'large.yaml': 'x'.repeat(MAX_CUSTOM_FILE_BYTES + 1) })
  await mkdir(join(folder, 'folder.yaml'))
  await writeFile(join(folder, 'bytes.yaml'), new Uint8Array([0xff, 0xfe, 0x00]))
  execFileSync('/usr/bin/env', ['mkfifo', join(folder, 'pipe.yaml')])
  const files = await readCustomFolder(folder)
  expect(files.map((entry) => [entry.file, 'error' in entry])).toEqual([
    ['bytes.yaml', true],
    ['folder.yaml', true],
    ['large.yaml', true],
    ['pipe.yaml', true],
  ])
})

it('a link that is put in the place of a file while it is read gives nothing from outside', async () => {
  const { folder, outside } = await toolFolder({ 'a.yaml': 'inside' })
  await writeFile(join(outside, 'secret.yaml'), SECRET)
  let isOver = false
  const swap = (async () => {
    while (!isOver) {
      await symlink(join(outside, 'secret.yaml'), join(folder, 'next')).catch(() => {})
      await rename(join(folder, 'next'), join(folder, 'a.yaml'))
      await writeFile(join(folder, 'other'), 'inside')
      await rename(join(folder, 'other'), join(folder, 'a.yaml'))
    }
  })()
  for (let round = 0; round < 500; round += 1) {
    for (const entry of await readCustomFolder(folder)) {
      if ('text' in entry) expect(entry.text).toBe('inside')
    }
  }
  isOver = true
  await swap
})

it.each([['missing'], ['a.yaml'], ['\0']])('the folder %j is told to be unreadable', async (name) => {
  const { folder } = await toolFolder({ 'a.yaml': 'x' })
  await expect(readCustomFolder(join(folder, name))).rejects.toMatchObject({
    code: 'CUSTOM_FOLDER_UNREADABLE',
  })
  await rm(folder, { recursive: true })
})
