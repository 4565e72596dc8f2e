import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { decisions, writeIndex } from './decisions.ts'

const root = await mkdtemp(join(tmpdir(), 'toolscout-decisions-'))
const folder = join(root, 'docs', 'decisions')
const INDEX = '# Decisions\n\n<!-- begin: npm run decisions -->\n\n<!-- end -->\n'
await mkdir(folder, { recursive: true })
afterAll(() => rm(root, { recursive: true }))

it('lists pages with the newest first, and refuses one that does not say what was decided', async () => {
  await writeFile(join(folder, 'README.md'), INDEX)
  await writeFile(join(folder, 'old.md'), '# Old\n\n> One way.\n\n2026-11-21\n')
  await writeFile(join(folder, 'new.md'), '# New\n\n> Way 2020-01-01.\n\n2026-11-22\n')
  expect((await decisions.inspect(root)).findings).toHaveLength(1)
  const { index } = await writeIndex(root)
  expect(index).toContain(
    '- 2026-11-22 [New](new.md): Way 2020-01-01.\n- 2026-11-21 [Old](old.md): One way.\n',
  )
  await writeFile(join(folder, 'README.md'), index)
  expect((await decisions.inspect(root)).findings).toEqual([])
  await writeFile(join(folder, 'silent.md'), '# Silent\n\n2026-11-22\n')
  expect((await decisions.inspect(root)).findings.map(({ file }) => file)).toEqual([
    'docs/decisions/silent.md',
  ])
})
