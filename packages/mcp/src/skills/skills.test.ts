import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { JsonObject, Tool, ToolResult } from '@toolscout/model'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseMcpServers } from '../config/config.ts'
import { connectMcpServer } from '../connection/connect.ts'
import type { McpConnection } from '../connection/connection.ts'
import { withEntries } from '../entries/entry-source.ts'
import { listEntries } from '../entries/list-entries.ts'
import { connect } from '../fixtures/connect.ts'
import { readFrontMatter } from './front-matter.ts'

const SECRET = 'what lies outside'

/** A folder of skills with something outside of it. */
async function skillFolder(files: Readonly<Record<string, string | Uint8Array>>) {
  const outside = await realpath(await mkdtemp(join(tmpdir(), 'skills-')))
  onTestFinished(() => rm(outside, { recursive: true, force: true }))
  await writeFile(join(outside, 'secret.md'), SECRET)
  const folder = join(outside, 'skills')
  const write = async (path: string, content: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  for (const [path, content] of Object.entries(files)) await write(path, content)
  return { folder, outside, write }
}

const skill = (name: string, body = 'Do it.', more = ''): string =>
  `---\nname: ${name}\ndescription: How to do ${name}\n${more}---\n\n${body}\n`

const open = (folder: string): Promise<McpConnection> =>
  connect({ name: 'notes', transport: 'skills', folder })

const namesIn = (definitions: readonly unknown[]): unknown[] =>
  (definitions as readonly JsonObject[]).map(({ name }) => name)

/** Calls the skill of a name, as it was listed. */
async function call(connection: McpConnection, name: string, args: JsonObject = {}): Promise<ToolResult> {
  const { definitions } = await listEntries(connection)
  const { uri, files } = (definitions as readonly JsonObject[]).find((one) => one.name === name) as JsonObject
  const entry = { kind: 'skill', name, otherMembers: { uri, files } } as unknown as Tool
  return withEntries(connection, ['skill']).call(name, args, { entry })
}

const textOf = ({ content }: ToolResult): string =>
  content.map((block) => (block.type === 'text' ? block.text : block.type)).join('\n')

describe('a folder of skills', () => {
  it('lists every folder with a SKILL.md, its text and its files, and gives them', async () => {
    const { folder } = await skillFolder({
      'pack/SKILL.md': skill('pack', 'Roll socks. See reference/list.md.'),
      'pack/reference/list.md': 'Socks, shirts.',
      'pack/logo.png': new Uint8Array([0x89, 0x50, 0xff]),
      'team/deep/release/SKILL.md': skill('release', 'Tag it.', 'license: MIT\n'),
      'pack/node_modules/x/SKILL.md': skill('not-ours'),
      '.hidden/SKILL.md': skill('hidden'),
      'README.md': 'no skill',
    })
    const connection = await open(folder)
    const { definitions, complete, reason } = await listEntries(connection)
    expect({ complete, reason }).toEqual({ complete: true, reason: undefined })
    expect(definitions).toMatchObject([
      {
        kind: 'skill',
        name: 'pack',
        description: 'How to do pack',
        body: 'Roll socks. See reference/list.md.',
        uri: 'skill://pack/SKILL.md',
        inputSchema: { properties: { file: { enum: ['logo.png', 'reference/list.md'] } } },
      },
      { kind: 'skill', name: 'release', body: 'Tag it.', uri: 'skill://team/deep/release/SKILL.md' },
    ])
    expect(textOf(await call(connection, 'pack'))).toContain('Roll socks.')
    expect(textOf(await call(connection, 'pack', { file: 'reference/list.md' }))).toBe('Socks, shirts.')
    expect((await call(connection, 'pack', { file: 'logo.png' })).content).toEqual([
      { type: 'image', data: 'iVD/', mimeType: 'image/png' },
    ])
  })

  it('gives nothing from outside, whatever is asked and wherever links lead', async () => {
    const { folder, outside } = await skillFolder({
      'pack/SKILL.md': skill('pack'),
      'pack/inside.md': 'inside',
    })
    await mkdir(join(outside, 'other'))
    await writeFile(join(outside, 'other', 'SKILL.md'), skill('other', SECRET))
    await symlink(join(outside, 'other'), join(folder, 'linked'))
    await symlink('../../secret.md', join(folder, 'pack', 'link.md'))
    await symlink('inside.md', join(folder, 'pack', 'same.md'))
    await symlink('..', join(folder, 'pack', 'loop'))
    const connection = await open(folder)
    const { definitions, complete, reason } = await listEntries(connection)
    expect(JSON.stringify(definitions)).not.toContain(SECRET)
    expect(namesIn(definitions)).toEqual(['pack'])
    expect(complete).toBe(true)
    expect(reason).toContain('linked: it is a link that leads out of the folder')
    expect(reason).toContain('pack/link.md: it is a link that leads out of the folder')
    expect(textOf(await call(connection, 'pack', { file: 'same.md' }))).toBe('inside')
    for (const file of ['../../secret.md', '..%2f..%2fsecret.md', '/etc/passwd', 'link.md', '__proto__', '.'])
      expect(await call(connection, 'pack', { file }), file).toMatchObject({ isError: true })
    const read = (uri: string): Promise<JsonObject> => connection.request('resources/read', { uri })
    for (const uri of ['skill://pack/../../secret.md', 'file:///etc/passwd', 'skill://pack/link.md'])
      await expect(read(uri), uri).rejects.toMatchObject({ details: { rpcCode: -32_602 } })
    // A link that takes the place of a file after it was listed.
    await symlink(join(outside, 'secret.md'), join(folder, 'next'))
    await rename(join(folder, 'next'), join(folder, 'pack', 'inside.md'))
    await expect(read('skill://pack/inside.md')).rejects.toMatchObject({ details: { rpcCode: -32_602 } })
  })

  it('names file and line of front matter that is damaged, and keeps the rest', async () => {
    const { folder } = await skillFolder({
      'a/SKILL.md': skill('a'),
      'list/SKILL.md':
        '---\nname: list\nlicense: MIT\ndescription: [when, what]\n---\n\nA text of its own.\n',
      'none/SKILL.md': 'No front matter here.',
      'nameless/SKILL.md': '---\ndescription: x\n---\nText.',
    })
    const { definitions, complete, reason } = await listEntries(await open(folder))
    expect(namesIn(definitions)).toEqual(['a', 'list', 'nameless', 'none'])
    expect(definitions[1]).toMatchObject({ body: 'A text of its own.' })
    expect(complete).toBe(true)
    expect(reason).toMatch(/list\/SKILL\.md:4: .*the skill is found by the name of its folder/)
    expect(reason).toContain('none/SKILL.md:1: there is no front matter')
    expect(reason).toContain('nameless/SKILL.md:2: there is no name')
  })

  it('tells two of one name by where they lie, and one that is the folder itself', async () => {
    const { folder } = await skillFolder({
      'SKILL.md': skill('all'),
      'billing/refunds/SKILL.md': skill('refunds'),
      'support/refunds/SKILL.md': skill('refunds'),
    })
    const { definitions } = await listEntries(await open(folder))
    expect(namesIn(definitions)).toEqual(['all', 'skills/billing/refunds', 'skills/support/refunds'])
    expect(definitions[0]).toMatchObject({ uri: 'skill://skills/SKILL.md' })
  })

  it('shows no file that is another one than was listed', async () => {
    const { folder, write } = await skillFolder({ 'pack/SKILL.md': skill('pack'), 'pack/a.sh': 'echo 1' })
    const connection = await open(folder)
    const { definitions } = await listEntries(connection)
    const { uri, files } = definitions[0] as JsonObject
    const entry = { kind: 'skill', name: 'pack', otherMembers: { uri, files } } as unknown as Tool
    await write('pack/a.sh', 'rm -r /')
    const result = await withEntries(connection, ['skill']).call('pack', { file: 'a.sh' }, { entry })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain('has changed since the skill was listed')
    expect(textOf(await call(connection, 'pack', { file: 'a.sh' }))).toBe('rm -r /')
  })

  it('says that it changed: a text, a new skill, a new folder below, one that is gone', async () => {
    const { folder, write } = await skillFolder({ 'pack/SKILL.md': skill('pack') })
    const connection = await open(folder)
    const source = withEntries(connection, ['skill'])
    await source.list()
    const changes: readonly (() => Promise<void>)[] = [
      () => write('pack/SKILL.md', skill('pack', 'Another text.')),
      () => write('new/SKILL.md', skill('new')),
      () => write('new/below/SKILL.md', skill('below')),
      () => write('new/below/file.md', 'x'),
      () => rm(join(folder, 'pack'), { recursive: true }),
    ]
    for (const change of changes) {
      const changed = new Promise<void>((resolve) => {
        const stop = source.onChange(() => {
          stop()
          resolve()
        })
      })
      await change()
      await changed
      await source.list()
    }
    expect(namesIn((await source.list()).definitions)).toEqual(['new', 'below'])
    await connection.close()
    expect((await connection.closed).details.by).toBe('caller')
  })

  it('cannot be opened where there is none, and says so', async () => {
    const { folder } = await skillFolder({ 'SKILL.md': skill('a') })
    const config = { name: 'notes', transport: 'skills' } as const
    await expect(connectMcpServer({ ...config, folder: join(folder, 'missing') })).rejects.toThrow(
      /Cannot connect to "notes" \(skills in .*missing\): ".*missing": there is no such folder\./,
    )
    await expect(connectMcpServer({ ...config, folder: join(folder, 'SKILL.md') })).rejects.toThrow(
      'no folder',
    )
    await expect(connectMcpServer({ ...config, folder: '' })).rejects.toMatchObject({
      code: 'MCP_CONFIG_INVALID',
    })
    const connection = await open(folder)
    await rm(folder, { recursive: true })
    expect(await listEntries(connection)).toMatchObject({
      complete: false,
      reason: expect.stringContaining('there is no such folder'),
    })
  })
})

describe('front matter', () => {
  it.each([
    ['---\nname: [\ndescription: x\n---\n', 2],
    ['---\n- a\n---\n', 2],
    ['---\nname: a\nno member\n---\n', 3],
    ['---\nname: a\ndescription: *b\n---\n', 3],
    ['---\nname: a\ndescription: "b\n---\n', 3],
    [`---\nname: a\ndescription: ${'x'.repeat(20_000)}\n---\n`, 1],
    ['---\nname: a\nname: b\ndescription: c\n---\n', 3],
    ['', 1],
  ])('%j is damaged in line %d', (text, line) => {
    expect(readFrontMatter(text)).toMatchObject({ line, problem: expect.any(String) })
  })

  // What `yaml` 2.9.1 makes of each, but for the colon and the line break at the end of a block.
  it.each([
    ['One text', 'One text'],
    ['One: and # no more', 'One: and'],
    ['"One \\"two\\" \\u00e9" # no more', 'One "two" é'],
    ["'It''s one'", "It's one"],
    ['>-\n  One\n  text\n\n  and another', 'One text\nand another'],
    ['|\n  One\n    two\n', 'One\n  two'],
    ['One\n  text', 'One text'],
    ['"One\n  text"', 'One text'],
  ])('reads %j', (written, description) => {
    for (const end of ['\n', '\r\n']) {
      const lines = `\uFEFF---\nname: a\nmetadata:\n  name: b\nallowed-tools:\n- Read\ndescription: ${written}\n---\nBody`
      expect(readFrontMatter(lines.replaceAll('\n', end))).toEqual({ members: { name: 'a', description } })
    }
  })
})

it('a configuration names a folder, and nothing beside it', async () => {
  const { servers, failures, warnings } = await parseMcpServers({
    mcpServers: {
      notes: { skills: '/a/skills', tools: { deny: ['skill.x'] }, args: ['x'] },
      both: { skills: '/a', command: 'npx' },
    },
  })
  expect(servers).toMatchObject([{ name: 'notes', transport: 'skills', folder: '/a/skills' }])
  expect(failures).toMatchObject([{ name: 'both' }])
  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringContaining('no effect on a folder of skills'),
  ])
})
