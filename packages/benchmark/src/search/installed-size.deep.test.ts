import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measureInstalled } from './installed-size.ts'

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'toolscout-benchmark-'))
  await write('node_modules/a/package.json', { version: '1.2.3', dependencies: { b: '1', c: '1' } })
  await write('node_modules/b/package.json', { version: '1.0.0', dependencies: { c: '1', a: '1' } })
  await write('node_modules/c/package.json', { version: '1.0.0', optionalDependencies: { absent: '1' } })
  await writeFile(join(root, 'node_modules/c/code.js'), 'x'.repeat(1_000))
})
afterAll(() => rm(root, { recursive: true }))

/** Writes a manifest of exactly 200 bytes. */
async function write(path: string, manifest: object): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), JSON.stringify(manifest).padEnd(200))
}

describe('what is installed', () => {
  it('counts a package and all it depends on, each once, and nothing that is absent', () => {
    expect(measureInstalled('a', join(root, 'index.js'))).toEqual({ version: '1.2.3', bytes: 1_600 })
    expect(measureInstalled('c', join(root, 'index.js'))).toEqual({ version: '1.0.0', bytes: 1_200 })
  })

  it('is undefined for what is not installed', () => {
    expect(measureInstalled('absent', join(root, 'index.js'))).toBeUndefined()
  })

  it('counts of a package of this repository what it would publish', () => {
    const found = measureInstalled('@toolscout/model', import.meta.url)
    expect(found?.version).toMatch(/^\d+\.\d+\.\d+$/)
  })
})
