import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { connectServe } from '../fixtures/serve-client.ts'
import { createTestHost, DESK } from '../fixtures/test-host.ts'

const skill = (name: string, description: string, body: string): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`

const PACK = skill('pack', 'How we pack for a journey', 'Roll the socks, see list.md.')

it('a folder of skills is added, found, described and read as the entries of a server are', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { desk: DESK } })
  await host.write('skills/pack/SKILL.md', PACK)
  await host.write('skills/pack/list.md', 'Socks, shirts.')
  await host.write('skills/broken/SKILL.md', '---\nname: [x]\n---\n')
  const added = await host.run(['add', 'notes', '--skills', 'skills', '--project'])
  expect([added.exitCode, added.stdout]).toEqual([0, expect.stringMatching(/^Added notes to /)])
  expect((await host.run(['list', '--servers', '--json'])).json()).toMatchObject({
    servers: [{ name: 'desk' }, { name: 'notes', where: `skills in ${join(host.cwd, 'skills')}` }],
  })
  const listed = await host.run(['list'])
  expect(listed.stdout).toContain('notes:skill.pack')
  expect(listed.stderr).toMatch(/broken\/SKILL\.md:2: /)
  const found = await host.run(['search', 'roll', 'the', 'socks', '--kind', 'skill', '--json'])
  expect(found.json()).toMatchObject({ hits: [{ id: 'notes:skill.pack', kind: 'skill' }] })
  const described = await host.run(['describe', 'notes:skill.pack', '--detail', 'full'])
  expect(described.stdout).toContain('`file` `"list.md"`')
  const read = await host.run(['call', 'notes:skill.pack'])
  expect(read.stdout).toContain('Roll the socks, see list.md.')
  const file = await host.run(['call', 'notes:skill.pack', 'file=list.md'])
  expect(file.stdout).toContain('Socks, shirts.')
  const outside = await host.run(['call', 'notes:skill.pack', 'file=../../.toolscout.json'])
  expect([outside.exitCode, outside.stdout.includes('mcpServers')]).toEqual([2, false])
  await host.write('skills/pack/list.md', 'Socks, shirts, hats.')
  expect((await host.run(['call', 'notes:skill.pack', 'file=list.md'])).stdout).toContain('hats')
  const wrong = await host.run(['add', 'more', '--skills', 'skills', '--url', 'http://a/'])
  expect(wrong.exitCode).toBe(2)
  await rm(join(host.cwd, 'skills'), { recursive: true })
  const gone = await host.run(['list', '--refresh'])
  expect(gone.stderr + gone.stdout).toContain('there is no such folder')
})

it('serve shows a model skills, and notices that one was written', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { notes: { skills: join(host.cwd, 'skills') } } })
  await host.write('skills/pack/SKILL.md', PACK)
  const client = await connectServe(host)
  const ask = async (name: string, args: Record<string, unknown>): Promise<string> =>
    JSON.stringify((await client.callTool({ name, arguments: args })).content)
  await vi.waitFor(
    async () => expect(await ask('search_tools', { query: 'pack socks' })).toContain('notes:skill.pack'),
    { timeout: 20_000, interval: 200 },
  )
  expect(await ask('call_tool', { name: 'notes:skill.pack', arguments: {} })).toContain('Roll the socks')
  await host.write('skills/release/SKILL.md', skill('release', 'How we release a version', 'Tag it.'))
  await vi.waitFor(
    async () =>
      expect(await ask('search_tools', { query: 'release a version' })).toContain('notes:skill.release'),
    { timeout: 20_000, interval: 200 },
  )
})
