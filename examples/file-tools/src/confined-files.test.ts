import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { confineFiles, locateByIdentity } from './confined-files.ts'
import { makeFolder, openTools } from './fixtures/folder.ts'

const DENIED = 'Access denied: path outside working directory'
const SECRET = 'a secret of somebody else'
const { signal } = new AbortController()

describe('what is outside (T26)', () => {
  it('is refused by any path, whether it exists or not', async () => {
    const outside = await makeFolder({ 'secret.txt': SECRET, 'd/x': SECRET })
    const root = await makeFolder({ 'a.txt': 'inside', 'sub/b.txt': 'inside' })
    await symlink(join(outside, 'secret.txt'), join(root, 'file-link'))
    await symlink(outside, join(root, 'folder-link'))
    await symlink(join(outside, 'none'), join(root, 'link-to-nothing'))
    await symlink('link-loop', join(root, 'link-loop'))
    const ask = await openTools(root)
    const up = `../${basename(outside)}`
    const paths = [
      ...['..', '../', '/', '/etc/passwd', dirname(root), `${up}/secret.txt`, `${up}/none`],
      ...[`sub/../../${basename(outside)}/secret.txt`, join(outside, 'secret.txt'), `${root}x/secret.txt`],
      ...[
        'file-link',
        'folder-link/secret.txt',
        'folder-link/none',
        'folder-link/d/x/y',
        'folder-link/secret.txt/x',
      ],
      ...['link-to-nothing', 'link-loop', 'sub/../folder-link/secret.txt', root.toUpperCase(), `${root}/..`],
      ...[
        'a.txt\0.png',
        '\0',
        `${outside}/secret.txt\0`,
        '\\\\server\\share\\..\\..\\x'.replaceAll('\\', '/'),
      ],
    ]
    for (const file of paths) expect([file, await ask('Open', { file })]).toEqual([file, DENIED])
    const found = await ask('Grep', { pattern: 'secret|inside', content_search: true })
    expect(found).toBe('Found 2 matches:\na.txt:1:inside\nsub/b.txt:1:inside')
    expect(await ask('Grep', { pattern: 'secret|none|link' })).toBe('No matches found')
  })

  it('is not what only looks like it', async () => {
    const root = await makeFolder({ '..a/..b': 'inside', 'sub/x': 'inside', 'A.txt': 'big' })
    await symlink('sub/x', join(root, 'link'))
    await symlink(join(root, 'sub'), join(root, 'folder-link'))
    const ask = await openTools(root)
    for (const file of ['..a/..b', 'sub/../..a/..b', 'link', 'folder-link/x', join(root, 'sub', 'x')])
      expect(await ask('Open', { file })).toMatch(/\n\ninside$/)
    expect(await ask('Open', { file: 'a.txt' })).toBe('File not found: a.txt')
    expect(await ask('Open', { file: 'x'.repeat(5_000) })).toMatch(/^Cannot read x{199}…: ENAMETOOLONG$/)
    expect(await ask('Open', { file: 'sub/x/y' })).toMatch(/^Cannot read .*: ENOTDIR$/)
  })

  it('begins behind the last of several folders', async () => {
    const [one, two, three] = [
      await makeFolder({ a: 'one' }),
      await makeFolder({ b: 'two' }),
      await makeFolder(),
    ]
    const ask = await openTools(one, two)
    expect(await ask('Open', { file: join(two, 'b') })).toMatch(/two$/)
    expect(await ask('Open', { file: join(three, 'c') })).toBe(DENIED)
    expect(await ask('Grep', { pattern: '^[ab]$' })).toBe(`Found 2 files:\na\n${join(two, 'b')}`)
    await expect(openTools()).rejects.toThrow(RangeError)
    await expect(openTools(join(one, 'none'))).rejects.toThrow('ENOENT')
  })

  it('is no pipe that keeps everybody waiting', async () => {
    const root = await makeFolder()
    execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', join(root, 'pipe')])
    const ask = await openTools(root)
    expect(await ask('Open', { file: 'pipe' })).toBe('Not a file: pipe')
  })
})

describe('a link put in the place of a file or folder between the look and the opening', () => {
  it.each(['file', 'folder'] as const)('never leads outside: a %s, 5,000 times', async (kind) => {
    const outside = await makeFolder({ 'd/x': SECRET })
    const root = await makeFolder({ 'd/x': 'inside' })
    const swapped = kind === 'file' ? 'd/x' : 'd'
    await swapForEver(join(root, swapped), join(outside, swapped))
    const files = await confineFiles([root])
    const seen = { inside: 0, refused: 0 }
    for (let round = 0; round < 5_000; round += 1) {
      try {
        const bytes = await files.read('d/x', 100, signal)
        expect(bytes?.toString()).toBe('inside')
        seen.inside += 1
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        seen.refused += 1
      }
    }
    expect(seen.inside + seen.refused).toBe(5_000)
  })

  it.runIf(process.platform === 'linux')('does not lead a listing outside either', async () => {
    const outside = await makeFolder({ 'secret-name': '' })
    const root = await makeFolder({ 'd/x': 'inside' })
    const files = await confineFiles([root], async (_handle, path) => {
      await rename(path, join(root, 'moved'))
      await symlink(outside, path)
      return path
    })
    expect((await files.list('d')).map(({ name }) => name)).toEqual(['x'])
  })

  it('is seen by what was opened, where the system does not tell where that is', async () => {
    const outside = await makeFolder({ x: SECRET })
    const root = await makeFolder({ x: 'inside', y: 'inside' })
    const files = await confineFiles([root], async (handle, path) => {
      // The file that was opened is moved away, and a link takes its place.
      await rename(join(root, 'x'), join(outside, 'moved'))
      await symlink(join(outside, 'x'), join(root, 'x'))
      return locateByIdentity(handle, path)
    })
    await expect(files.read('x', 100, signal)).rejects.toThrow(DENIED)
    const calm = await confineFiles([root], locateByIdentity)
    expect((await calm.read('y', 100, signal))?.toString()).toBe('inside')
    expect(await readdir(outside)).toContain('moved')
  })
})

/** Puts a link to the target in the place of something, and it back, until the test ends. */
async function swapForEver(path: string, target: string): Promise<void> {
  await mkdir(`${path}-away`)
  await symlink(target, `${path}-away/link`)
  await writeFile(`${path}-away/note`, '')
  const worker = new Worker(
    `const { renameSync } = require('node:fs')
     const { parentPort, workerData: path } = require('node:worker_threads')
     parentPort.postMessage('swapping')
     for (;;) {
       renameSync(path, path + '-away/real')
       renameSync(path + '-away/link', path)
       renameSync(path, path + '-away/link')
       renameSync(path + '-away/real', path)
     }`,
    { eval: true, workerData: path },
  )
  await once(worker, 'message')
  onTestFinished(async () => void (await worker.terminate()))
}
