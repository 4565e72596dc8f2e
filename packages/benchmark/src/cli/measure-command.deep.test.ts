import { expect, it } from 'vitest'
import { measureCommand } from './measure-command.ts'

it('tells what a process cost, and why there are no figures of one that failed', () => {
  const { processMs, wallMs } = measureCommand(process.execPath, ['-e', 'console.log(1)'], process.env)
  expect(processMs).toBeGreaterThan(0)
  expect(wallMs).toBeGreaterThan(0)
  const failing = ['-e', 'console.error("no luck"); process.exit(3)']
  expect(() => measureCommand(process.execPath, failing, process.env)).toThrow(/no luck/)
})
