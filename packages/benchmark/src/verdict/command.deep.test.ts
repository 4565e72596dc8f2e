import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runEvaluation, writeSet } from '../fixtures/run-evaluation.ts'
import { runVerdictCommand } from './command.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolscout-verdict-'))
  await writeSet(join(folder, 'one'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('bench:verdict', () => {
  it('prints and writes how well the two groups are told apart, and by which number', async () => {
    const json = join(folder, 'f.json')
    const ended = await runEvaluation(runVerdictCommand, ['--data', join(folder, 'one'), '--json', json])
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' })
    expect(ended.stdout).toMatch(/^Measured: (verdict\.confidence|best score)\. /m)
    const report = JSON.parse(await readFile(json, 'utf8'))
    // One of three tools is gone, so two or one of the judged queries stay, and one was never answerable.
    const [set] = report.sets
    expect(set).toMatchObject({ name: 'one', tools: 2 })
    expect(set.answerable + set.unanswerable).toBe(3 * set.draws)
    expect(report.means.auc).toBe(set.auc)
  })

  it('measures the set of the repository when none is given, and says so', async () => {
    const { exitCode, stderr, stdout } = await runEvaluation(runVerdictCommand, [])
    expect({ exitCode, lines: stderr.split('\n').length }).toEqual({ exitCode: 0, lines: 2 })
    expect(stdout).toMatch(/^starter /m)
  })

  it('tells in one line what is wrong', async () => {
    expect(await runEvaluation(runVerdictCommand, ['--seed', 'x'])).toMatchObject({ exitCode: 2, stdout: '' })
    expect((await runEvaluation(runVerdictCommand, ['--help'])).stdout).toContain('a fifth of the tools')
  })
})
