import { chmod, copyFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createTree } from './fixtures/tree.ts'
import { runCommand } from './run-command.ts'

const SCRIPT = fileURLToPath(new URL('../../../.ci/run', import.meta.url))

/** Stands in for vitest: writes what it is given where `.ci/run` asks for the report, and exits. */
const FAKE_TESTS = `
import { readFileSync, writeFileSync } from 'node:fs'
const option = process.argv.find((text) => text.startsWith('--outputFile.json='))
const { exitCode, report } = JSON.parse(readFileSync('tests.json', 'utf8'))
if (report !== undefined) writeFileSync(option.slice(option.indexOf('=') + 1), JSON.stringify(report))
process.exitCode = exitCode
`

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly unknown[]
}

interface Scene {
  /** What the test run reports; nothing when it breaks before it could. */
  readonly report?: Report
  readonly testsExit?: number
  /** The last line of the gates. */
  readonly gatesSum?: string
  readonly gatesExit?: number
}

const ALL_WELL: Report = { numPassedTests: 5, numFailedTests: 0, testResults: [] }

/** Runs the script in a tree of its own, called from elsewhere; gives its exit code and last line. */
async function run(
  scene: Scene,
): Promise<{ readonly exitCode: number | undefined; readonly last: string | undefined }> {
  const { report, testsExit = 0, gatesSum = '3 passed, 0 failed', gatesExit = 0 } = scene
  const scripts = {
    test: 'node fake-tests.mjs',
    gates: `node -e "console.log('${gatesSum}'); process.exitCode = ${gatesExit}"`,
  }
  const root = await createTree({
    'package.json': JSON.stringify({ name: 'house', private: true, scripts }),
    'fake-tests.mjs': FAKE_TESTS,
    'tests.json': JSON.stringify({ exitCode: testsExit, report }),
  })
  await mkdir(join(root, '.ci'))
  await copyFile(SCRIPT, join(root, '.ci/run'))
  await chmod(join(root, '.ci/run'), 0o755)
  const { exitCode, stdout } = await runCommand(join(root, '.ci/run'), [], {
    cwd: tmpdir(),
    timeoutMs: 50_000,
  })
  return { exitCode, last: stdout.trimEnd().split('\n').at(-1) }
}

test('adds tests and gates, and exits with 0 when nothing failed', async () => {
  expect(await run({ report: ALL_WELL })).toEqual({ exitCode: 0, last: '8 passed, 0 failed' })
})

test('counts failed tests, and files that broke before their tests', async () => {
  const report = {
    numPassedTests: 4,
    numFailedTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  }
  expect(await run({ report, testsExit: 1 })).toEqual({ exitCode: 1, last: '7 passed, 2 failed' })
})

test('counts one failure when the tests break before any of them ran', async () => {
  expect(await run({ testsExit: 1 })).toEqual({ exitCode: 1, last: '3 passed, 1 failed' })
})

test('counts one failure when all tests pass and the run fails, or when no test was run', async () => {
  expect(await run({ report: ALL_WELL, testsExit: 1 })).toEqual({ exitCode: 1, last: '8 passed, 1 failed' })
  expect(await run({ report: { ...ALL_WELL, numPassedTests: 0 } })).toEqual({
    exitCode: 1,
    last: '3 passed, 1 failed',
  })
})

test('counts failed gates, and one failure when they break', async () => {
  expect(await run({ report: ALL_WELL, gatesSum: '1 passed, 2 failed', gatesExit: 1 })).toEqual({
    exitCode: 1,
    last: '6 passed, 2 failed',
  })
  expect(await run({ report: ALL_WELL, gatesSum: 'build broke', gatesExit: 2 })).toEqual({
    exitCode: 1,
    last: '5 passed, 1 failed',
  })
})
