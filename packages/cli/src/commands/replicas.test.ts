import { expect, it } from 'vitest'
import { createTestHost, DESK } from '../fixtures/test-host.ts'

const { command, args } = DESK

it('a server that stands in for another is added, listed with it once, and called while that cannot be started', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { desk: DESK } })
  const add = ['add', 'spare', '--project', '--replica-of', 'desk', '--', command, ...args]
  expect((await host.run(add)).exitCode).toBe(0)
  const listed = (await host.run(['list', '--json'])).json() as {
    tools: readonly { id: string }[]
    twins: unknown
  }
  const ids = listed.tools.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(0)
  expect([new Set(ids).size, ids.every((id) => id.startsWith('desk:'))]).toEqual([ids.length, true])
  expect(listed.twins).toEqual([])
  await host.write('.toolscout.json', {
    mcpServers: { desk: { command: 'no-such-command-anywhere' }, spare: { ...DESK, replicaOf: 'desk' } },
  })
  const called = await host.run(['call', 'desk:add_numbers', 'a=1', 'b=2'])
  expect([called.exitCode, called.stdout]).toEqual([0, expect.stringContaining('3')])
})

it('doctor names what a server lacks of the one it stands in for', async () => {
  const host = await createTestHost()
  const spare = { ...DESK, replicaOf: 'desk', tools: { allow: ['add_numbers'] } }
  await host.write('.toolscout.json', { mcpServers: { desk: DESK, spare } })
  const { stdout } = await host.run(['doctor'])
  expect(stdout).toMatch(/warning +server spare +Lacks of desk: [a-z_]+/)
  expect(stdout.match(/Lacks of desk: .*/)?.[0]).not.toContain('add_numbers')
  await host.write('.toolscout.json', { mcpServers: { desk: DESK, spare: { ...DESK, replicaOf: 'desk' } } })
  expect((await host.run(['doctor'])).stdout).not.toContain('Lacks')
})

it('tools that were approved at one server wait again when another shall answer for it, and no longer than that', async () => {
  const host = await createTestHost()
  const block = { pins: { mode: 'block' } }
  await host.write('.toolscout.json', { mcpServers: { desk: DESK }, ...block })
  await host.run(['list'])
  const approved = await host.run(['approve', '--all'])
  expect(approved.exitCode).toBe(0)
  await host.write('.toolscout.json', {
    mcpServers: { desk: DESK, spare: { ...DESK, replicaOf: 'desk' } },
    ...block,
  })
  const held = await host.run(['call', 'desk:add_numbers', 'a=1', 'b=2'])
  expect([held.exitCode === 0, held.stderr]).toEqual([false, expect.stringContaining('approved')])
  await host.run(['list'])
  expect((await host.run(['approve', '--all'])).exitCode).toBe(0)
  expect((await host.run(['call', 'desk:add_numbers', 'a=1', 'b=2'])).stdout).toContain('3')
})

it('a name that nothing has is warned of, and a server never stands in for itself', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { spare: { ...DESK, replicaOf: 'dezk' } } })
  expect((await host.run(['list'])).stderr).toContain('there is no server "dezk" here')
  const itself = await host.run([
    'add',
    'spare',
    '--project',
    '--force',
    '--replica-of',
    'spare',
    '--',
    command,
  ])
  expect(itself.exitCode).not.toBe(0)
  expect(itself.stderr).toContain('the name of another server is needed')
})
