import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from '@toolscout/store/sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { createDiscovery } from './create-discovery.ts'
import type { Discovery } from './discovery.ts'
import { openDiscovery } from './durable/open-discovery.ts'

it('prompts, resources and skills of this process are registered, found, described and called as tools are', async () => {
  const discovery = createDiscovery({ embedder: false })
  await discovery.register(
    {
      plan: { inputSchema: { type: 'object' }, description: 'Plans a trip', execute: () => 'planned' },
      review: {
        kind: 'prompt',
        description: 'Asks for a review of code',
        inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
        execute: ({ path }: { path: string }) => `Review ${path}.`,
      },
      style: {
        kind: 'skill',
        description: 'How we write',
        body: 'No adverbs.',
        execute: () => 'No adverbs.',
      },
    },
    { namespace: 'ours' },
  )
  const { hits } = await discovery.search('review of code', { filter: { kinds: ['prompt', 'skill'] } })
  expect(hits.map(({ id, summary: { kind } }) => [id, kind])).toEqual([['ours:prompt.review', 'prompt']])
  expect((await discovery.search('adverbs')).hits[0]?.id).toBe('ours:skill.style')
  const { docs } = await discovery.describe('ours:prompt.review', { detail: 'summary' })
  expect(docs[0]?.kind).toBe('prompt')
  expect((await discovery.render(['ours:prompt.review'])).text).toContain('is a prompt')
  const result = await discovery.call('ours:prompt.review', { path: 'a.ts' })
  expect(result.content).toEqual([{ type: 'text', text: 'Review a.ts.' }])
  expect((await discovery.call('ours:prompt.review', {})).structuredContent).toMatchObject({
    error: 'INVALID_ARGUMENTS',
  })
})

it('a folder of skills is connected as servers are, and its skills are called', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'discovery-skills-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'pack'))
  await writeFile(
    join(folder, 'pack', 'SKILL.md'),
    '---\nname: pack\ndescription: Packs\n---\nRoll the socks.',
  )
  const discovery = createDiscovery({ embedder: false })
  onTestFinished(() => discovery.close())
  const { connected } = await discovery.connectServers({ mcpServers: { notes: { skills: folder } } })
  expect(connected[0]?.registered).toEqual(['notes:skill.pack'])
  expect((await discovery.search('socks')).hits[0]?.id).toBe('notes:skill.pack')
  const { content } = await discovery.call('notes:skill.pack', {})
  expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining('Roll the socks.') }])
})

it('kinds and bodies outlive the process in a file of SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'discovery-skills-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'skills', 'pack'), { recursive: true })
  await writeFile(
    join(folder, 'skills', 'pack', 'SKILL.md'),
    '---\nname: pack\ndescription: Packs\n---\nRoll the socks.',
  )
  const open = async (): Promise<Discovery> => {
    const store = await openSqliteStore({ path: join(folder, 'catalog.sqlite') })
    return openDiscovery({ store, embedder: false })
  }
  const first = await open()
  await first.connectServers({ mcpServers: { notes: { skills: join(folder, 'skills') } } })
  await first.register([{ name: 'knit', description: 'Makes socks', inputSchema: { type: 'object' } }], {
    namespace: 'ours',
  })
  await first.close()

  const second = await open()
  onTestFinished(() => second.close())
  const { hits } = await second.search('roll socks', { filter: { kinds: ['skill'] } })
  expect(hits.map(({ id, summary: { kind } }) => [id, kind])).toEqual([['notes:skill.pack', 'skill']])
  expect(
    (await second.search('roll socks', { filter: { kinds: ['tool'] } })).hits.map(({ id }) => id),
  ).toEqual(['ours:knit'])
  const { docs } = await second.describe('notes:skill.pack', { detail: 'full' })
  expect(docs[0]?.kind).toBe('skill')
})
