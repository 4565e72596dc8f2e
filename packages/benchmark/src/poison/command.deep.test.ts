import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runEvaluation } from '../fixtures/run-evaluation.ts'
import { runPoisonCommand } from './command.ts'
import type { PoisonFigures, ScanCounts } from './measure-poison.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolscout-poison-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('bench:poison finds what it found before, and suspects no more honest tools', async () => {
  const json = join(folder, 'f.json')
  const ended = await runEvaluation(runPoisonCommand, ['--json', json])
  expect(ended.exitCode).toBe(0)
  expect(ended.stdout).toMatch(/^not looked at +282 /m)
  const figures = JSON.parse(await readFile(json, 'utf8')) as PoisonFigures
  const share = ({ suspected, tools }: ScanCounts): number => suspected / tools
  const [all, , unseen] = figures.attacks
  // A floor below what docs/security.md tells, so that no change loses half of it unnoticed.
  expect([all, unseen].map((part) => part !== undefined && share(part) >= 0.75)).toEqual([true, true])
  const [honest, hard] = figures.honest
  expect(honest).toMatchObject({ poisoned: 0 })
  expect(share(honest as ScanCounts)).toBeLessThanOrEqual(0.02)
  expect(share(hard as ScanCounts)).toBeLessThanOrEqual(0.15)
})

it('tells in one line what is wrong', async () => {
  const gone = await runEvaluation(runPoisonCommand, ['--benign', join(folder, 'gone')])
  expect(gone).toMatchObject({ exitCode: 2, stdout: '' })
  expect((await runEvaluation(runPoisonCommand, ['--help'])).stdout).toContain('--benign')
})
