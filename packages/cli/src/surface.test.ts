import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import * as surface from './index.ts'
import { VERSION } from './program/options.ts'

it('exports what it means to', () => {
  expect(Object.keys(surface).sort()).toEqual(['EXIT_CODES', 'runToolscout'])
})

it('says the version of its package', async () => {
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  expect((JSON.parse(manifest) as { readonly version: string }).version).toBe(VERSION)
})
