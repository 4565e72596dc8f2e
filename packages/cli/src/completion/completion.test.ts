import { expect, it } from 'vitest'
import { createTestHost, DESK } from '../fixtures/test-host.ts'
import { COMPLETION_SCRIPTS } from './candidates.ts'

it('offers commands, options, values, servers and ids that are kept, and never asks a server', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { desk: DESK, dead: { command: 'no-such-program' } } })
  const complete = async (...words: readonly string[]): Promise<readonly string[]> => {
    const { stdout, stderr, exitCode } = await host.run(['complete', '--', ...words])
    expect([exitCode, stderr]).toEqual([0, ''])
    return stdout.split('\n').filter(Boolean)
  }
  expect(await complete('des')).toEqual(['describe'])
  expect(await complete('help', 'li')).toEqual(['list', 'lint'])
  expect(await complete('search', '--ex')).toEqual(['--explain'])
  expect(await complete('search', '--mode', '')).toEqual(['auto', 'words', 'hybrid'])
  expect(await complete('list', '--server', 'd')).toEqual(['desk', 'dead'])
  expect(await complete('remove', 'de')).toEqual(['desk', 'dead'])
  expect(await complete('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  expect(await complete('describe', 'desk:')).toEqual([])
  await host.run(['list'])
  expect(await complete('describe', 'desk:se')).toEqual(['desk:send_mail'])
  expect(await complete('call', 'desk:a')).toEqual(['desk:add_numbers'])
  expect(await complete('nonsense', '')).toEqual([])
})

it('completes nothing, quietly, where the configuration is broken', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', '{')
  expect(await host.run(['complete', '--', 'describe', ''])).toMatchObject({
    exitCode: 0,
    stdout: '',
    stderr: '',
  })
})

it('knows three shells and no other', async () => {
  const host = await createTestHost()
  expect(Object.keys(COMPLETION_SCRIPTS)).toEqual(['bash', 'zsh', 'fish'])
  expect((await host.run(['completion', 'tcsh'])).exitCode).toBe(2)
})
