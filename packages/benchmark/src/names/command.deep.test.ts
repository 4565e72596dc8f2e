import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runEvaluation, writeSet } from '../fixtures/run-evaluation.ts'
import { runNamesCommand } from './command.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolscout-names-'))
  await writeSet(folder)
})
afterAll(() => rm(folder, { recursive: true }))

describe('bench:names', () => {
  it('prints a row for each arm and writes them with their misses', async () => {
    const json = join(folder, 'f.json')
    const ended = await runEvaluation(runNamesCommand, [
      '--catalogs',
      folder,
      '--json',
      json,
      '--misses',
      '1',
    ])
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' })
    expect(ended.stdout).toMatch(/^exact +3 +hit@1 +1\.0000 +–$/m)
    expect(ended.stdout).toMatch(/^fused +3 +hit@1 +1\.0000 +1\.0000$/m)
    const report = JSON.parse(await readFile(json, 'utf8'))
    expect(report.tools).toBe(3)
    expect(report.arms[0]).toEqual({
      name: 'exact',
      probes: 3,
      metric: 'hit@1',
      rate: 1,
      hits: 3,
      misses: [],
    })
    expect(report.arms[1]).toMatchObject({ name: 're-cased', rate: 1, literalRate: 1 })
    expect(
      report.arms.map(({ name, metric }: { name: string; metric: string }) => `${name} ${metric}`),
    ).toEqual([
      'exact hit@1',
      're-cased hit@1',
      'spaced hit@1',
      'fused hit@1',
      'one edit hit@1',
      'two edits hit@1',
      'server__tool hit@1',
      'mcp__server__tool hit@1',
      'server:tool hit@1',
      'server.tool hit@1',
      'in a sentence hit@1',
      'two names both@5',
      'description hit@5',
    ])
  })

  it('probes the set of the repository when none is given, and says so', async () => {
    const { exitCode, stderr, stdout } = await runEvaluation(runNamesCommand, ['--limit', '5'])
    expect({ exitCode, lines: stderr.split('\n').length }).toEqual({ exitCode: 0, lines: 2 })
    expect(stdout).toMatch(/^exact +5 /m)
  })

  it('tells in one line what is wrong', async () => {
    const gone = join(folder, 'gone')
    expect(await runEvaluation(runNamesCommand, ['--catalogs', gone])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `${gone} cannot be read: there is none.\n`,
    })
    expect((await runEvaluation(runNamesCommand, ['--misses', '-1'])).exitCode).toBe(2)
    expect((await runEvaluation(runNamesCommand, ['--help'])).stdout).toContain('--misses N')
  })
})
