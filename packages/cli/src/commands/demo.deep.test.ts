import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestHost } from '../fixtures/test-host.ts'

it('finds the right tools of four real servers, calls one, and leaves nothing behind', {
  timeout: 300_000,
}, async () => {
  const host = await createTestHost()
  const { exitCode, stdout } = await host.run(['demo', '--quiet'])
  expect(exitCode).toBe(0)
  const firsts = [...stdout.matchAll(/^ 1 {2}(\S+)/gm)].map(([, id]) => id)
  expect(firsts.slice(0, 4)).toEqual([
    'filesystem:read_text_file',
    'memory:add_observations',
    'filesystem:move_file',
    'thinking:sequentialthinking',
  ])
  expect(stdout).toContain('Probably no tool does that.')
  expect(stdout).toContain('\n# Notes\nToolscout finds the right tool.\n')
  expect(stdout).toMatch(/a prompt has [\d,]+ tokens of tools in place of [\d,]+\./)
  for (const left of ['.cache', '.local']) await expect(access(join(host.home, left))).rejects.toThrow()
  const own = await host.run(['demo', '--quiet', 'write', 'down', 'who', 'likes', 'tea'])
  expect(own.stdout).toContain('toolscout search write down who likes tea\n')
})
