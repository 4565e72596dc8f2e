import { createHash } from 'node:crypto'
import type { ToolResult } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { connect } from '../fixtures/connect.ts'
import { type HttpExchange, remote, reply, startHttp } from '../fixtures/http-server.ts'
import { realServer } from '../fixtures/servers.ts'
import { callEntry } from './call-entry.ts'
import { withEntries } from './entry-source.ts'
import { listEntries } from './list-entries.ts'

const ALL = { prompts: {}, resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } }
const SKILL = '---\nname: pack\ndescription: Packs\n---\n\nRoll socks.\n'

/** A server of these capabilities and answers. */
async function serve(
  capabilities: object,
  answers: Readonly<Record<string, unknown>> = {},
  tools?: { readonly deny: readonly string[] },
) {
  const asked: string[] = []
  const { url } = await startHttp((exchange: HttpExchange) => {
    const { method = '', params } = exchange.message ?? {}
    if (method !== '') asked.push(method)
    if (method === 'initialize') {
      const serverInfo = { name: 'fixture', version: '1.0.0' }
      return reply(exchange, {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {}, ...capabilities },
        serverInfo,
      })
    }
    const answer = answers[`${method} ${String(params?.uri ?? params?.name)}`] ?? answers[method]
    return answer === undefined ? undefined : reply(exchange, answer)
  })
  return { asked, connection: await connect({ ...remote(url), ...(tools && { tools }) }) }
}

const textsOf = ({ content }: ToolResult) =>
  content.map((block) => (block.type === 'text' ? block.text : block.type))

describe('the everything server', () => {
  it('lists what it has of every kind, and gives it', async () => {
    const connection = await connect(realServer('everything'))
    const { definitions, complete } = await listEntries(connection)
    expect(complete).toBe(true)
    const kinds = new Map<string, number>()
    for (const { kind = 'tool' } of definitions as { kind?: string }[])
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    expect(Object.fromEntries(kinds)).toEqual({ tool: 13, prompt: 4, resource: 9 })
    const source = withEntries(connection, ['prompt'])
    expect((await source.list()).definitions).toHaveLength(4)
    const prompt = await callEntry(connection, { kind: 'prompt', name: 'args-prompt' }, { city: 'Bern' })
    expect(textsOf(prompt)[0]).toContain('Bern')
    const uriTemplate = 'demo://resource/dynamic/text/{resourceId}'
    const resource = await callEntry(
      connection,
      { kind: 'resource', name: 'text', otherMembers: { uriTemplate } },
      { resourceId: 7 },
    )
    expect(textsOf(resource)[0]).toContain('Resource 7')
  })
})

describe('a listing', () => {
  it('asks for nothing that a server does not say it has', async () => {
    const { asked, connection } = await serve({})
    await listEntries(connection)
    expect(asked.filter((method) => method.endsWith('/list'))).toEqual(['tools/list'])
  })

  it('has definitions whose arguments are those of the prompt, or the variables of the template', async () => {
    const { connection } = await serve(ALL, {
      'tools/list': { tools: [{ name: 'plan', kind: 'prompt', inputSchema: { type: 'object' } }] },
      'prompts/list': {
        prompts: [
          {
            name: 'plan',
            arguments: [{ name: 'city', description: 'Where', required: true }, { name: 'days' }],
          },
        ],
      },
      'resources/list': {
        resources: [
          { uri: 'x://a', name: 'a', size: 3 },
          { uri: 'skill://pack/SKILL.md', name: 'pack' },
        ],
      },
      'resources/templates/list': { resourceTemplates: [{ uriTemplate: 'x://{id}{?page}', name: 'one' }] },
      'skills/list': {
        skills: [
          {
            uri: 'skill://pack/SKILL.md',
            frontmatter: { name: 'pack', description: 'Packs' },
            resources: 'dynamic',
          },
        ],
      },
      'resources/read skill://pack/SKILL.md': { contents: [{ uri: 'skill://pack/SKILL.md', text: SKILL }] },
    })
    const { definitions, complete } = await listEntries(connection)
    expect(complete).toBe(true)
    expect(definitions).toEqual([
      { name: 'plan', inputSchema: { type: 'object' } },
      {
        kind: 'prompt',
        name: 'plan',
        inputSchema: {
          type: 'object',
          properties: { city: { type: 'string', description: 'Where' }, days: { type: 'string' } },
          required: ['city'],
        },
      },
      { kind: 'resource', uri: 'x://a', name: 'a', inputSchema: { type: 'object', properties: {} } },
      {
        kind: 'resource',
        uriTemplate: 'x://{id}{?page}',
        name: 'one',
        inputSchema: {
          type: 'object',
          properties: { id: { type: ['string', 'number'] }, page: { type: ['string', 'number'] } },
          required: ['id'],
        },
      },
      {
        kind: 'skill',
        name: 'pack',
        description: 'Packs',
        body: 'Roll socks.',
        uri: 'skill://pack/SKILL.md',
      },
    ])
  })

  it('keeps every resource of a name that is there twice', async () => {
    const resources = [
      { uri: 'x://a/README', name: 'README' },
      { uri: 'x://b/README', name: 'README' },
    ]
    const { connection } = await serve(
      { resources: {} },
      { 'resources/list': { resources }, 'resources/templates/list': { resourceTemplates: [] } },
    )
    const { definitions } = await listEntries(connection, { kinds: ['resource'] })
    expect(definitions).toMatchObject([
      { name: 'x://a/README', title: 'README' },
      { name: 'x://b/README', title: 'README' },
    ])
  })

  it('is not complete where a part of it fails, and says which', async () => {
    const { connection } = await serve({ prompts: {} }, { 'prompts/list': 'no object' })
    const listing = await listEntries(connection)
    expect(listing).toMatchObject({
      complete: false,
      reason: expect.stringMatching(/^The prompts could not be listed: /),
    })
  })

  it('leaves out what the configuration keeps out', async () => {
    const answers = {
      'tools/list': { tools: [{ name: 'plan', inputSchema: {} }] },
      'prompts/list': { prompts: [{ name: 'plan' }, { name: 'other' }] },
    }
    const { connection } = await serve({ prompts: {} }, answers, { deny: ['prompt.o*'] })
    const { definitions } = await listEntries(connection)
    expect(definitions).toMatchObject([{ name: 'plan' }, { name: 'plan', kind: 'prompt' }])
  })
})

describe('a skill of a server', () => {
  const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`
  const at = (path: string): string => `skill://acme/pack/${path}`
  const serveSkill = (list: string) => {
    const resources = [
      { uri: at('SKILL.md'), digest: sha256(SKILL), size: SKILL.length },
      { uri: at('list.md'), digest: list, size: 6 },
      { uri: 'skill://acme/other/x.md', digest: list, size: 6 },
    ]
    const frontmatter = { name: 'pack', description: 'Packs' }
    return serve(ALL, {
      'prompts/list': { prompts: [] },
      'resources/list': { resources: [{ uri: at('list.md'), name: 'list' }] },
      'resources/templates/list': { resourceTemplates: [] },
      'skills/list': { skills: [{ uri: at('SKILL.md'), frontmatter, resources }] },
      [`resources/read ${at('SKILL.md')}`]: { contents: [{ uri: at('SKILL.md'), text: SKILL }] },
      [`resources/read ${at('list.md')}`]: { contents: [{ uri: at('list.md'), text: 'Socks.' }] },
    })
  }

  it('is listed with its files, and gives those that are what they were listed as', async () => {
    const { connection } = await serveSkill(sha256('Socks.'))
    const { definitions } = await listEntries(connection, { kinds: ['skill', 'resource'] })
    const files = { 'SKILL.md': sha256(SKILL), 'list.md': sha256('Socks.') }
    expect(definitions).toMatchObject([
      {
        name: 'pack',
        body: 'Roll socks.',
        files,
        inputSchema: { properties: { file: { enum: ['list.md'] } } },
      },
    ])
    const entry = { kind: 'skill', name: 'pack', otherMembers: { uri: at('SKILL.md'), files } } as const
    expect(textsOf(await callEntry(connection, entry, {}))).toEqual([SKILL])
    expect(textsOf(await callEntry(connection, entry, { file: 'list.md' }))).toEqual(['Socks.'])
    expect((await callEntry(connection, entry, { file: '../other/x.md' })).isError).toBe(true)
    const other = { ...entry, otherMembers: { uri: at('SKILL.md'), files: { 'SKILL.md': sha256('x') } } }
    expect((await callEntry(connection, other, {})).isError).toBe(true)
  })

  it('has no text where that is another one than its digest says', async () => {
    const answers = { name: 'pack', description: 'Packs' }
    const resources = [{ uri: at('SKILL.md'), digest: sha256('Another.'), size: 8 }]
    const { connection } = await serve(
      { extensions: ALL.extensions },
      {
        'skills/list': { skills: [{ uri: at('SKILL.md'), frontmatter: answers, resources }] },
        [`resources/read ${at('SKILL.md')}`]: { contents: [{ uri: at('SKILL.md'), text: SKILL }] },
      },
    )
    const { definitions, complete, reason } = await listEntries(connection, { kinds: ['skill'] })
    expect([definitions.length, 'body' in (definitions[0] as object), complete]).toEqual([1, false, true])
    expect(reason).toContain('The text of the skill "pack" is not the one it is listed with')
  })
})

describe('a call', () => {
  it('of a prompt says whose words follow where it is a dialogue', async () => {
    const { connection } = await serve(ALL, {
      'prompts/get one': { messages: [{ role: 'user', content: { type: 'text', text: 'Plan.' } }] },
      'prompts/get two': {
        messages: [
          { role: 'user', content: { type: 'text', text: 'Plan.' } },
          { role: 'assistant', content: { type: 'text', text: 'Where?' } },
        ],
      },
    })
    const get = async (name: string) => textsOf(await callEntry(connection, { kind: 'prompt', name }, {}))
    expect(await get('one')).toEqual(['Plan.'])
    expect(await get('two')).toEqual(['user:', 'Plan.', 'assistant:', 'Where?'])
  })

  it('of a resource gives texts and pictures as such, and other bytes with their address', async () => {
    const contents = [
      { uri: 'x://a', text: 'A' },
      { uri: 'x://b', mimeType: 'image/png', blob: 'AAAA' },
      { uri: 'x://c', mimeType: 'application/zip', blob: 'AAAA' },
    ]
    const { connection } = await serve(ALL, { 'resources/read x://all': { contents } })
    const entry = { kind: 'resource', name: 'all', otherMembers: { uri: 'x://all' } } as const
    const { content } = await callEntry(connection, entry, {})
    expect(content).toEqual([
      { type: 'text', text: 'x://a:' },
      { type: 'text', text: 'A' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource', resource: contents[2] },
    ])
  })
})
