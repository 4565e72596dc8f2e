import { chmod, copyFile, mkdir, readFile, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createTree } from './fixtures/tree.ts'
import { runCommand } from './run-command.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Stands in for vitest and its reporter: writes the events of `tests.json`, then exits or hangs. */
const FAKE_TESTS = `
import { appendFileSync, readFileSync } from 'node:fs'
const isDeep = process.argv.includes('deep')
const { quick = [], deep = [], exitCode = 0, hangs = false } = JSON.parse(readFileSync('tests.json', 'utf8'))
const isFirst = !isDeep || process.argv.includes('--shard=1/4')
const events = !isDeep ? quick : isFirst ? deep : [{ event: 'end', file: 'rest', ms: 1, passed: 0, failed: 0, skipped: 1, failures: [] }]
for (const event of events) appendFileSync(process.env.TOOLSCOUT_CI_EVENTS, JSON.stringify(event) + '\\n')
if (!isDeep) process.exitCode = exitCode
if (!isDeep && hangs) setInterval(() => {}, 1_000)
`

const end = (file: string, counts: object) => ({
  event: 'end',
  file,
  ms: 1_000,
  passed: 0,
  failed: 0,
  skipped: 0,
  failures: [],
  ...counts,
})

const QUICK = [{ event: 'start', file: 'a' }, end('a', { passed: 5 })]
const DEEP = [end('b', { passed: 2, skipped: 1, ms: 2_000 })]

interface Scene {
  readonly quick?: readonly object[]
  readonly deep?: readonly object[]
  /** How the quick tier ends. */
  readonly exitCode?: number
  /** Whether the quick tier never ends. */
  readonly hangs?: boolean
  readonly gates?: readonly string[]
  readonly seconds?: number
}

/** Runs the script in a tree of its own, called from elsewhere. */
async function run({ gates = ['pass  layers', 'pass  cycles'], seconds = 60, ...tests }: Scene) {
  const scripts = {
    test: 'node fake-tests.mjs quick',
    'test:deep': 'node fake-tests.mjs deep',
    gates: 'node gates.mjs',
  }
  const root = await createTree({
    'package.json': JSON.stringify({ name: 'house', private: true, scripts }),
    'fake-tests.mjs': FAKE_TESTS,
    'gates.mjs': `console.log(${JSON.stringify(gates.join('\n'))}); process.exitCode = ${gates.some((line) => line.startsWith('FAIL')) ? 1 : 0}`,
    'tests.json': JSON.stringify({ quick: QUICK, deep: DEEP, ...tests }),
  })
  for (const file of ['.ci/run', 'scripts/ci.mjs']) {
    await mkdir(join(root, file, '..'), { recursive: true })
    await copyFile(join(ROOT, file), join(root, file))
  }
  await chmod(join(root, '.ci/run'), 0o755)
  const { exitCode, stdout } = await runCommand(join(root, '.ci/run'), [], {
    cwd: tmpdir(),
    timeoutMs: 55_000,
    env: { ...process.env, TOOLSCOUT_CI_SECONDS: String(seconds) },
  })
  const lines = stdout.trimEnd().split('\n')
  const report = async (name: string) =>
    JSON.parse(await readFile(join(root, `.tmp/ci/${name}.json`), 'utf8')) as Record<string, unknown>
  return { exitCode, last: lines.at(-1), lines, report }
}

test('adds gates and both tiers, counts what was skipped, and exits with 0 when nothing failed', async () => {
  const { exitCode, last, lines, report } = await run({})
  expect({ exitCode, last }).toEqual({ exitCode: 0, last: '9 passed, 0 failed, 4 skipped' })
  const slowest = lines.indexOf('The slowest files:')
  expect(lines.slice(slowest + 1, slowest + 3)).toEqual(['     2.0 s  b', '     1.0 s  a'])
  expect(await report('deep-1')).toMatchObject({ passed: 2, failed: 0, skipped: 1, running: [] })
})

test('counts failed tests and gates, and names them', async () => {
  const quick = [end('a', { passed: 4, failed: 1, failures: ['adds: one is not two'] })]
  const { exitCode, last, lines } = await run({ quick, exitCode: 1, gates: ['pass  layers', 'FAIL  cycles'] })
  expect({ exitCode, last }).toEqual({ exitCode: 1, last: '7 passed, 2 failed, 4 skipped' })
  expect(lines).toContain('quick: FAIL a > adds: one is not two')
  expect(lines).toContain('gates: FAIL gate cycles')
})

test('counts one failure when tests break before any of them ran, or pass and the run fails', async () => {
  expect((await run({ quick: [], exitCode: 1 })).last).toBe('4 passed, 1 failed, 4 skipped')
  expect((await run({ quick: [] })).last).toBe('4 passed, 1 failed, 4 skipped')
  expect((await run({ exitCode: 1 })).last).toBe('9 passed, 1 failed, 4 skipped')
})

test('counts what was done when time is up, and names what hung', async () => {
  const quick = [...QUICK, { event: 'start', file: 'hung' }]
  const { exitCode, last, lines, report } = await run({ quick, hangs: true, seconds: 8 })
  expect(exitCode).toBe(1)
  // The gates and the tests of "a"; the four shards had no time left.
  expect(last).toBe('7 passed, 5 failed, 0 skipped')
  expect(lines).toContain('quick: hung was running when time was up')
  expect(await report('quick')).toMatchObject({ passed: 5, failed: 1, running: ['hung'] })
})

test('writes of each failed test what it failed with, in a line of at most 300 characters', async () => {
  const root = await createTree({
    'a.test.js': `import { test } from 'vitest'
      test('adds', () => { throw new Error('\\none is not two\\nat all') })
      test('waits', () => { void Promise.reject(new TypeError('z'.repeat(400))) })`,
    'b.test.js': `throw new Error('no test')`,
  })
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const reporter = `--reporter=${join(ROOT, 'scripts/ci-reporter.mjs')}`
  const env = { TOOLSCOUT_CI_EVENTS: join(root, 'events') }
  await runCommand(process.execPath, [vitest, 'run', reporter], { cwd: root, timeoutMs: 55_000, env })
  const lines = (await readFile(join(root, 'events'), 'utf8')).trimEnd().split('\n')
  const events = lines.map((line) => JSON.parse(line) as { file: string; failures?: readonly string[] })
  const failures = events.flatMap(({ file, failures = [] }) => failures.map((failure) => [file, failure]))
  expect(failures.sort()).toEqual([
    ['a.test.js', 'adds: one is not two'],
    ['all files', `unhandled: ${'z'.repeat(300)}`],
    ['b.test.js', 'broke outside of its tests: no test'],
  ])
})
