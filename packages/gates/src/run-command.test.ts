import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { describeFailure, runCommand } from './run-command.ts'

function node(code: string, timeoutMs = 30_000): ReturnType<typeof runCommand> {
  return runCommand(process.execPath, ['-e', code], { cwd: tmpdir(), timeoutMs })
}

test('gives the exit code and what was printed, standard output also on its own', async () => {
  const result = await node("console.log('out'); console.error('err'); process.exitCode = 3")
  expect(result).toMatchObject({ exitCode: 3, timedOut: false, stdout: 'out\n' })
  expect(result.output).toContain('err')
  expect(describeFailure(result, 1_000)).toMatch(/^exited with 3: \n {6}(out|err)\n {6}(out|err)$/)
})

test('describes no failure where there is none', async () => {
  expect(describeFailure(await node(''), 1_000)).toBeUndefined()
})

test('ends a command that hangs, together with what it has started', async () => {
  const hang =
    "require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'inherit' })"
  const result = await node(`${hang}; console.log('started')`, 1_000)
  expect(result).toMatchObject({ exitCode: undefined, timedOut: true })
  expect(describeFailure(result, 1_000)).toMatch(/^did not end within 1 s: /)
})

test('describes a command that cannot be started', async () => {
  const result = await runCommand('no-such-command', [], { cwd: tmpdir(), timeoutMs: 1_000 })
  expect(describeFailure(result, 1_000)).toBe('exited with no code: spawn no-such-command ENOENT')
})
