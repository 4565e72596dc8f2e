import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = join(root, '.github/workflows')
const workflows = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
const { scripts, packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

test('workflows run what the repository has, with its package manager', () => {
  const text = workflows.join('\n')
  const missing = [...text.matchAll(/npm run ([\w:]+)/g)].filter(([, name = '']) => !(name in scripts))
  expect(missing).toEqual([])
  expect(existsSync(join(root, '.ci/run'))).toBe(true)
  const managers = new Set([...text.matchAll(/pnpm@[\d.]+/g)].map(([version]) => version))
  expect([...managers]).toEqual([String(packageManager).split('+')[0]])
})

test('only the release may ask for an identity, and it publishes with provenance', () => {
  const publishing = workflows.filter((text) => text.includes('npm publish'))
  expect(publishing).toHaveLength(1)
  expect(publishing[0]).toContain('--provenance')
  expect(workflows.filter((text) => text.includes('id-token: write'))).toEqual(publishing)
  for (const text of workflows) expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
})
