import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_SIGNALS } from '@toolscout/search/internal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runEvaluation, writeSet } from '../fixtures/run-evaluation.ts'
import { runAblationCommand } from './command.ts'
import type { AblationRow } from './report.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolscout-ablation-'))
  await writeSet(join(folder, 'sets', 'one'))
  await writeSet(join(folder, 'sets', 'two'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('bench:ablation', () => {
  it('measures the default, it without each signal, without its synonyms, and plain BM25F', async () => {
    const [json, markdown] = [join(folder, 'f.json'), join(folder, 'f.md')]
    const parameters = ['--data', join(folder, 'sets'), '--json', json, '--markdown', markdown]
    const ended = await runEvaluation(runAblationCommand, parameters)
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' })
    const report: { readonly searchers: readonly AblationRow[]; readonly command: string } = JSON.parse(
      await readFile(json, 'utf8'),
    )
    expect(report.searchers.map(({ searcher }) => searcher)).toEqual([
      'toolscout',
      ...Object.keys(DEFAULT_SIGNALS).map((signal) => `no ${signal}`),
      'no builtInSynonyms',
      'bm25',
    ])
    for (const { sets, means } of report.searchers) {
      expect(Object.keys(sets)).toEqual(['one', 'two'])
      expect(means['ndcg@10']?.mean).toBeCloseTo(((sets.one ?? 0) + (sets.two ?? 0)) / 2, 12)
    }
    expect(report.command).toMatch(/^npm run bench:ablation -- --data /)
    expect(ended.stdout).toMatch(/^ndcg@10 +one +two +mean$/m)
    expect(await readFile(markdown, 'utf8')).toMatch(/^\| no prerequisites +\|/m)
  })

  it('counts sets as often as they weigh, and knows which there are', async () => {
    const json = join(folder, 'weighted.json')
    const parameters = ['--data', join(folder, 'sets'), '--weight', 'one=3', '--json', json]
    expect((await runEvaluation(runAblationCommand, parameters)).exitCode).toBe(0)
    const { searchers }: { readonly searchers: readonly AblationRow[] } = JSON.parse(
      await readFile(json, 'utf8'),
    )
    for (const { sets, means } of searchers) {
      expect(means['ndcg@10']?.mean).toBeCloseTo((3 * (sets.one ?? 0) + (sets.two ?? 0)) / 4, 12)
    }
    const unknown = ['--data', join(folder, 'sets'), '--weight', 'three=2']
    expect((await runEvaluation(runAblationCommand, unknown)).stderr).toBe(
      '--weight: there is no set three but one, two.\n',
    )
  })

  it('measures the set of the repository when none is given, and says so', async () => {
    const { exitCode, stderr, stdout } = await runEvaluation(runAblationCommand, ['--limit', '5'])
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: 'No --data is given; this is the small set of the repository.\n',
    })
    expect(stdout).toMatch(/^ndcg@10 +starter +mean$/m)
  })

  it('tells in one line what is wrong', async () => {
    expect(await runEvaluation(runAblationCommand, ['--searcher', 'wink'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'There is no option "--searcher"; --help lists them.\n',
    })
    expect((await runEvaluation(runAblationCommand, ['--help'])).stdout).toContain('one signal turned off')
  })
})
