import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runEvaluation, writeSet } from '../fixtures/run-evaluation.ts'
import { runLintCommand } from './command.ts'

let folder = ''
let broken = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolscout-lint-'))
  await writeSet(folder)
  broken = join(folder, 'broken.json')
  await writeFile(
    broken,
    JSON.stringify({ servers: { a: [{ name: 'silent', inputSchema: { type: 'object' } }] } }),
  )
})
afterAll(() => rm(folder, { recursive: true }))

describe('lint:catalog', () => {
  it('prints what is wrong and writes all of it', async () => {
    const [json, markdown] = [join(folder, 'out', 'f.json'), join(folder, 'f.md')]
    expect((await runEvaluation(runLintCommand, ['--json', json])).stderr).toContain('cannot be written')
    const ended = await runEvaluation(runLintCommand, ['--catalog', broken, '--markdown', markdown])
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' })
    expect(ended.stdout).toMatch(/^NO_DESCRIPTION +1 +1 +1$/m)
    expect(ended.stdout).toContain('- error: "a/silent" has no description.')
    expect(await readFile(markdown, 'utf8')).toContain('## NO_DESCRIPTION')
  })

  it('fails for an error when it is strict, and for nothing else', async () => {
    expect((await runEvaluation(runLintCommand, ['--catalog', broken, '--strict'])).exitCode).toBe(1)
    const corpus = join(folder, 'corpus.jsonl')
    expect((await runEvaluation(runLintCommand, ['--catalog', corpus, '--strict'])).exitCode).toBe(0)
  })

  it('looks through the set of the repository when none is given, and says so', async () => {
    const json = join(folder, 'f.json')
    const { exitCode, stderr } = await runEvaluation(runLintCommand, ['--json', json, '--examples', '0'])
    expect({ exitCode, lines: stderr.split('\n').length }).toEqual({ exitCode: 0, lines: 2 })
    const report = JSON.parse(await readFile(json, 'utf8'))
    expect(report.tools).toBeGreaterThanOrEqual(60)
    expect(report.findings.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([])
  })

  it('tells in one line what is wrong', async () => {
    const gone = join(folder, 'gone')
    expect(await runEvaluation(runLintCommand, ['--catalog', gone])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `${gone} cannot be read: there is none.\n`,
    })
    expect((await runEvaluation(runLintCommand, ['--examples', '-1'])).exitCode).toBe(2)
    expect((await runEvaluation(runLintCommand, ['--help'])).stdout).toContain('--strict')
  })
})
