import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ended, runEvaluation, writeSet } from '../fixtures/run-evaluation.ts'
import { runQualityCommand } from './command.ts'

const METRICS = [
  'ndcg@5',
  'ndcg@10',
  'recall@1',
  'recall@5',
  'recall@10',
  'hit@1',
  'hit@5',
  'mrr',
  'msPerQuery',
]

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolscout-quality-'))
  await writeSet(join(folder, 'sets', 'one'))
  await writeSet(join(folder, 'sets', 'two'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('bench:quality --arms', () => {
  it('measures words, every run beside the set, and their fusions, sound and spoilt, against words alone', async () => {
    const set = join(folder, 'with run')
    await writeSet(set)
    await writeFile(
      join(set, 'run_other.tsv'),
      'query-id\ttool-id\trank\tscore\nq0\tmail/send\t1\t0.9\nq0\tmail/find\t2\t0.5\nq1\tmail/send\t1\t0.4\n',
    )
    const json = join(folder, 'arms.json')
    const ended = await runEvaluation(runQualityCommand, ['--arms', '--data', set, '--json', json])
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' })
    const { sets, comparisons } = JSON.parse(await readFile(json, 'utf8'))
    const names = [
      'words',
      'semantic',
      'gated semantic',
      'reciprocal-rank semantic',
      'weighted-sum semantic',
      'other',
      'gated other',
      'reciprocal-rank other',
      'weighted-sum other',
      'gated random other',
      'gated inverted other',
      'gated empty other',
    ]
    expect(sets.map(({ searcher }: { searcher: string }) => searcher)).toEqual(names)
    expect(comparisons.map(({ candidate }: { candidate: string }) => candidate)).toEqual(names.slice(1))
    const figures = Object.fromEntries(
      sets.map(({ searcher, metrics }: { searcher: string; metrics: object }) => [searcher, metrics]),
    )
    expect(figures['gated empty other']).toMatchObject({ 'ndcg@10': figures.words['ndcg@10'] })
    expect(figures.other['recall@1']).toBe(0.5)
  })

  it('says where a run cannot be read', async () => {
    const set = join(folder, 'with bad run')
    await writeSet(set)
    await writeFile(join(set, 'run_bad.tsv'), 'q0\tmail/send\t1\t0.9\nnot a line\n')
    const ended = await runEvaluation(runQualityCommand, ['--arms', '--data', set])
    expect(ended.exitCode).toBe(2)
    expect(ended.stderr).toContain('run_bad.tsv')
  })

  it('measures no other searcher', async () => {
    const ended = await runEvaluation(runQualityCommand, ['--arms', '--searcher', 'wink'])
    expect(ended).toMatchObject({ exitCode: 2, stdout: '' })
    expect(ended.stderr).toBe('--arms measures no other searcher; leave one of the two out.\n')
  })
})

describe('bench:quality on a folder of sets', () => {
  let ended: Ended
  let report: { readonly [member: string]: unknown } & {
    readonly sets: readonly { readonly name: string; readonly searcher: string; readonly metrics: object }[]
    readonly means: { readonly [searcher: string]: object }
    readonly comparisons: readonly { readonly set: string; readonly baseline: string }[]
  }
  beforeAll(async () => {
    const others = ['plain', 'wink', 'bm25', 'minisearch'].flatMap((name) => ['--searcher', name])
    const outputs = [
      '--json',
      join(folder, 'f.json'),
      '--markdown',
      join(folder, 'f.md'),
      '--runs',
      join(folder, 'runs'),
    ]
    ended = await runEvaluation(runQualityCommand, ['--data', join(folder, 'sets'), ...others, ...outputs])
    report = JSON.parse(await readFile(join(folder, 'f.json'), 'utf8'))
  })

  it('ends well and says nothing beside its report', () => {
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' })
    expect(ended.stdout).toMatch(/^mean +toolscout /m)
  })

  it('measures our search and those named, on every set', () => {
    const names = ['toolscout', 'bm25', 'wink', 'minisearch', 'plain']
    expect(report.sets.map(({ name, searcher }) => `${name} ${searcher}`)).toEqual(
      ['one', 'two'].flatMap((set) => names.map((name) => `${set} ${name}`)),
    )
    expect(Object.keys(report.means)).toEqual(names)
  })

  it('writes the members its readers count on, first and in order', () => {
    expect(Object.keys(report).slice(0, 2)).toEqual(['sets', 'means'])
    for (const set of report.sets) {
      expect(Object.keys(set).slice(0, 5)).toEqual(['name', 'searcher', 'tools', 'queries', 'metrics'])
      expect(set).toMatchObject({ tools: 3, queries: 3, unanswerable: 1 })
    }
    for (const metrics of [...report.sets.map((set) => set.metrics), ...Object.values(report.means)]) {
      expect(Object.keys(metrics).slice(0, METRICS.length)).toEqual(METRICS)
    }
    expect(report).toMatchObject({
      date: '2026-01-02T03:04:05.000Z',
      command: expect.stringMatching(/^npm run bench:quality -- --data /),
    })
  })

  it('compares ours with each other one, set by set and on all', () => {
    expect(report.comparisons.map(({ baseline, set }) => `${baseline} ${set}`)).toEqual(
      ['bm25', 'wink', 'minisearch', 'plain'].flatMap((name) =>
        ['one', 'two', 'all'].map((set) => `${name} ${set}`),
      ),
    )
  })

  it('writes rankings and Markdown', async () => {
    expect(await readdir(join(folder, 'runs'))).toHaveLength(10)
    const run = await readFile(join(folder, 'runs', 'one.toolscout.tsv'), 'utf8')
    expect(run).toMatch(/^query-id\ttool-id\trank\tscore\nq0\tmail\/send\t1\t\d/)
    expect(await readFile(join(folder, 'f.md'), 'utf8')).toMatch(/^\| set +\| searcher/)
  })
})

describe('bench:quality', () => {
  it('asks through the real AI SDK, by its own ranking and by ours', async () => {
    const json = join(folder, 'sdk.json')
    const others = ['--searcher', 'ai-sdk', '--searcher', 'ai-sdk-hook']
    const { exitCode } = await runEvaluation(runQualityCommand, [
      '--data',
      join(folder, 'sets', 'one'),
      ...others,
      '--json',
      json,
    ])
    expect(exitCode).toBe(0)
    const { sets } = JSON.parse(await readFile(json, 'utf8'))
    const figures = sets.map(({ searcher, metrics }: { searcher: string; metrics: { 'hit@1': number } }) => [
      searcher,
      metrics['hit@1'],
    ])
    expect(figures).toEqual([
      ['toolscout', 1],
      ['ai-sdk', expect.any(Number)],
      ['ai-sdk-hook', 1],
    ])
  })

  it('prints every row when it is measured, the same table as at the end, and means by weight and kind', async () => {
    const mixed = join(folder, 'mixed')
    await writeSet(join(mixed, 'one'))
    await writeSet(join(mixed, 'two'))
    const kinds = ['send a letter', 'letters in my inbox'].map((text, i) =>
      JSON.stringify({ id: `q${i}`, text, kind: `kind ${i}` }),
    )
    await writeFile(join(mixed, 'two', 'queries.jsonl'), kinds.join('\n'))
    const written: string[] = []
    const json = join(folder, 'mixed.json')
    const exitCode = await runQualityCommand(['--data', mixed, '--weight', 'two=3', '--json', json], {
      stdout: { write: (text: string) => written.push(text) > 0 },
      stderr: { write: () => true },
      now: () => new Date(0),
      signal: new AbortController().signal,
    })
    expect(exitCode).toBe(0)
    expect(written[0]).toMatch(/^set {2}searcher .*\none {2}toolscout /)
    expect(written[1]).toMatch(/^two {2}toolscout /)
    expect(
      written
        .slice(0, 3)
        .join('')
        .match(/^(?:one|two|mean) +toolscout +/gm),
    ).toHaveLength(3)
    const { sets, means, kinds: rows } = JSON.parse(await readFile(json, 'utf8'))
    const [one, two] = sets.map(
      ({ metrics }: { metrics: { falseReturnRate: number } }) => metrics.falseReturnRate,
    )
    expect(means.toolscout.falseReturnRate).toBeCloseTo((one + 3 * two) / 4)
    expect(rows.map(({ set, kind, queries }: Record<string, unknown>) => [set, kind, queries])).toEqual([
      ['two', 'kind 0', 1],
      ['two', 'kind 1', 1],
    ])
    expect(written.join('')).toMatch(/^two +toolscout +kind 0 +1 /m)
  })

  it('measures the set of the repository when none is given, and says so', async () => {
    const { exitCode, stderr, stdout } = await runEvaluation(runQualityCommand, ['--limit', '10'])
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: 'No --data is given; this is the small set of the repository.\n',
    })
    expect(stdout).toMatch(/^starter +toolscout +\d+ +10 /m)
  })

  it('tells sets of the same name apart', async () => {
    await writeSet(join(folder, 'again', 'one'))
    const data = ['--data', join(folder, 'sets'), '--data', join(folder, 'again')]
    const { stdout } = await runEvaluation(runQualityCommand, data)
    expect(stdout.match(/^(one|two|one-2) /gm)).toEqual(['one ', 'two ', 'one-2 '])
  })

  const wrong: readonly (readonly [readonly string[], string])[] = [
    [['--data', '/no/such/folder'], '/no/such/folder cannot be read: there is none.'],
    [
      ['--searcher', 'lucene'],
      '--searcher is "lucene"; there are words, bm25, wink, minisearch, plain, ai-sdk, ai-sdk-hook.',
    ],
    [['--weight', 'one'], '--weight is "one"; it takes a set and a number above 0, as in my_set=2.'],
    [['--weight', 'one=0'], '--weight is "one=0"; it takes a set and a number above 0, as in my_set=2.'],
    [['--limit', '0'], '--limit is "0"; it takes whole numbers from 1 to 1000000.'],
    [['--date', 'x'], 'There is no option "--date"; --help lists them.'],
  ]
  it.each(wrong)('%j is told in one line and ends with 2', async (parameters, line) => {
    expect(await runEvaluation(runQualityCommand, parameters)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `${line}\n`,
    })
  })

  it('does not begin when the figures cannot be written', async () => {
    const { exitCode, stderr } = await runEvaluation(runQualityCommand, [
      '--json',
      join(folder, 'gone', 'f.json'),
    ])
    expect({ exitCode, lines: stderr.split('\n').length }).toEqual({ exitCode: 2, lines: 2 })
    expect(stderr).toContain('cannot be written')
  })

  it('ends without a word when it is interrupted', async () => {
    const ended = await runEvaluation(
      runQualityCommand,
      ['--data', join(folder, 'sets')],
      AbortSignal.abort(),
    )
    expect(ended).toEqual({ exitCode: 130, stdout: '', stderr: '' })
  })

  it('is no question for help', async () => {
    const { exitCode, stdout } = await runEvaluation(runQualityCommand, ['--help'])
    expect(exitCode).toBe(0)
    expect(stdout).toContain('words, bm25, wink, minisearch, plain')
  })
})
