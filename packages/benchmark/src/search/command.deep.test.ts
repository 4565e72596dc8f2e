import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from './command.ts'
import type { Report } from './markdown.ts'
import { createJobRunner, type RunJob } from './run-job.ts'

/** The keys a row owes, in order. */
// biome-ignore format: one list
const ROW = [
  'engine', 'tools', 'buildToolsPerSecond', 'p50Us', 'p99Us', 'queriesPerSecond', 'firstQueryMs', 'addUs', 'updateUs',
  'removeUs', 'queryAfterChangeUs', 'bytesPerTool', 'saveMs', 'loadMs', 'importMs', 'agreement',
]

const startsProcesses: RunJob = createJobRunner({
  entry: new URL('./job-process.ts', import.meta.url),
  nodeFlags: [
    '--import',
    new URL('../fixtures/run-typescript.mjs', import.meta.url).href,
    '--conditions=@toolscout/source',
  ],
})
const startsNothing: RunJob = () => {
  throw new TypeError('no job is expected')
}

interface Ended {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

async function run(parameters: readonly string[], runJob: RunJob): Promise<Ended> {
  const stdout: string[] = []
  const stderr: string[] = []
  const exitCode = await runCommand(parameters, {
    stdout: { write: (text: string) => stdout.push(text) > 0 },
    stderr: { write: (text: string) => stderr.push(text) > 0 },
    runJob,
    now: () => new Date('2026-01-02T03:04:05Z'),
  })
  return { exitCode, stdout: stdout.join(''), stderr: stderr.join('') }
}

describe('a run from beginning to end', () => {
  let folder = ''
  let ended: Ended
  let report: Report
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolscout-benchmark-'))
    const json = join(folder, 'figures.json')
    const markdown = join(folder, 'table.md')
    const engines = 'wink,toolscout-kernel,minisearch'
    ended = await run(
      // biome-ignore format: pairs
      ['--sizes', '200', '--engines', engines, '--rounds=1', '--queries', '60', '--paired', '--json', json, '--markdown', markdown],
      startsProcesses,
    )
    report = JSON.parse(await readFile(json, 'utf8')) as Report
    expect(await readFile(markdown, 'utf8')).toBe(ended.stdout)
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('ends well and shows no progress where there is no terminal', () => {
    expect(ended.stderr).toBe('')
    expect(ended.exitCode).toBe(0)
  })

  it('writes where, when and how it was measured', () => {
    expect(report).toMatchObject({ date: '2026-01-02T03:04:05.000Z', seed: 1 })
    expect(report.command).toMatch(/^npm run bench:search -- --sizes 200 /)
    expect(Object.keys(report.machine)).toEqual(['cpu', 'cores', 'memoryGb', 'node', 'os'])
  })

  it('writes a row for every engine in the order of the gateway, with every key', () => {
    expect(report.rows.map(({ engine }) => engine)).toEqual(['toolscout-kernel', 'wink', 'minisearch'])
    for (const row of report.rows) {
      expect(Object.keys(row).slice(0, ROW.length)).toEqual(ROW)
      expect(row).toMatchObject({ tools: 200, queries: 60, rounds: 1 })
    }
  })

  it('leaves null exactly what an engine cannot', () => {
    const nulls = report.rows.map((row) => ROW.filter((key) => row[key as keyof typeof row] === null))
    expect(nulls).toEqual([[], ['addUs', 'updateUs', 'removeUs', 'queryAfterChangeUs'], []])
  })

  it('says how far each agrees with the exact ranking: the kernel fully, wink but for its rounding', () => {
    const [kernel, wink, minisearch] = report.rows.map(({ agreement }) => agreement ?? Number.NaN)
    expect(kernel).toBe(1)
    expect(wink).toBeGreaterThan(0.99)
    expect(minisearch).toBeGreaterThan(0.2)
    expect(minisearch).toBeLessThan(1)
  })

  it('compares the engines in one process', () => {
    const [kernel, wink, minisearch] = report.paired ?? []
    expect(kernel).toMatchObject({ engine: 'toolscout-kernel', tools: 200, queries: 60 })
    expect(kernel?.p95Us).toBeGreaterThanOrEqual(kernel?.p50Us ?? Number.NaN)
    expect(wink?.fasterThanWink).toBe(1)
    expect(minisearch?.fasterThanMinisearch).toBe(1)
    expect(kernel?.fasterThanWink).toBeGreaterThan(0)
  })

  it('prints a table of every size', () => {
    expect(ended.stdout).toContain('## 200 tools')
    expect(ended.stdout).toMatch(/^\| toolscout-kernel \| /m)
    expect(ended.stdout).toMatch(/^\| wink \| .*x\).* \| /m)
  })
})

describe('a job that fails', () => {
  it('is named on stderr, leaves its row empty and the others as they are, and ends the run with 1', async () => {
    const runJob = (async (job: { readonly kind: string; readonly engine?: string }) =>
      job.kind === 'cell' && job.engine === 'lunr'
        ? { problem: 'process ended with SIGSEGV: ' }
        : startsProcesses(job as never)) as RunJob
    const parameters = ['--sizes', '50', '--engines', 'lunr,flexsearch', '--rounds', '1', '--queries', '5']
    const ended = await run(parameters, runJob)
    expect(ended.exitCode).toBe(1)
    expect(ended.stderr).toBe('lunr at 50 tools: process ended with SIGSEGV: \n')
    expect(ended.stdout).toMatch(/^\| lunr \| – \| – /m)
    expect(ended.stdout).toContain('- lunr: failed: process ended with SIGSEGV')
    expect(ended.stdout).toMatch(/^\| flexsearch \| \d/m)
  })
})

describe('made-up tools', () => {
  it('are an option, and their queries say which tool they ask for', async () => {
    const parameters = ['--generated', '--sizes', '50', '--engines', 'toolscout-kernel', '--rounds', '1']
    const { exitCode, stdout } = await run([...parameters, '--queries', '20'], startsProcesses)
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^\| toolscout-kernel \| .* \| 1 \| [\d.]+ \|$/m)
  })
})

describe('a wrong command line', () => {
  const wrong: readonly (readonly [readonly string[], string])[] = [
    [['--sise', '5'], 'There is no option "--sise"; --help lists them.'],
    [['1000'], 'There is no option "1000"; --help lists them.'],
    [['--sizes'], '--sizes needs a value.'],
    [['--sizes', 'many'], '--sizes is "many"; it takes whole numbers from 10 to 2000000.'],
    [['--sizes', '1000,3'], '--sizes is "3"; it takes whole numbers from 10 to 2000000.'],
    [['--rounds', '0'], '--rounds is "0"; it takes whole numbers from 1 to 99.'],
    [['--queries', '1.5'], '--queries is "1.5"; it takes whole numbers from 1 to 100000.'],
    [['--seed', '-1'], '--seed is "-1"; it takes whole numbers from 0 to 9007199254740991.'],
    [['--paired=yes'], '--paired takes no value.'],
    [
      ['--generated', '--short'],
      '--generated makes tools and queries up; --catalogs, --data and --short are for real ones.',
    ],
  ]
  it.each(wrong)('%j is told in one line and ends with 2', async (parameters, line) => {
    expect(await run(parameters, startsNothing)).toEqual({ exitCode: 2, stdout: '', stderr: `${line}\n` })
  })

  it('names the engines there are when one is not', async () => {
    const { exitCode, stderr } = await run(['--engines', 'wink,lucene'], startsNothing)
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/^--engines names "lucene"; there are toolscout-kernel, .*, sqlite-fts5\.\n$/)
  })

  it('names the folder that holds no set', async () => {
    const { exitCode, stderr } = await run(['--data', 'no-such-folder'], startsNothing)
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/^no-such-folder .*\n$/)
  })

  it('does not begin when the figures cannot be written', async () => {
    const missing = join(tmpdir(), 'toolscout-no-such-folder', 'figures.json')
    for (const file of [missing, tmpdir()]) {
      const { exitCode, stderr } = await run(['--json', file], startsNothing)
      expect(exitCode).toBe(2)
      expect(stderr).toContain('cannot be written')
    }
  })

  it('is no question for help', async () => {
    const { exitCode, stdout } = await run(['--help'], startsNothing)
    expect(exitCode).toBe(0)
    expect(stdout).toContain('--sizes 1000,10000')
  })
})
