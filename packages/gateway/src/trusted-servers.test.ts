import { describe, expect, it } from 'vitest'
import { catalogGateway } from './fixtures/catalog-gateway.ts'
import type { Gateway } from './gateway.ts'

const tool = (name: string, description: string): object => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
})
/** Two servers with a tool of the same name, and of the same first sentence. */
const TOOLS = {
  files: [
    tool('move_file', 'Moves a file to another path.'),
    tool('read_text_file', 'Gives the text of a file.'),
  ],
  copy: [
    tool('moveFile', 'Move a file, moving files: moves the file to another path on the disk.'),
    tool('load_text_file', 'Gives the text of a file. Get it.'),
  ],
  notes: [tool('add_note', 'Adds a note to the text of a page.')],
} as never

function open(...trusted: readonly string[]): Promise<Gateway> {
  return catalogGateway({
    tools: TOOLS,
    remote: ['files', 'copy', 'notes'],
    servers: Object.fromEntries(trusted.map((name) => [name, { trusted: true }])),
  })
}

async function idsOf(gateway: Gateway, query: string | readonly string[], limit?: number) {
  return (await gateway.search(query, { limit })).hits.map(({ id }) => id)
}

describe('a tool of a trusted server', () => {
  it.each([
    ['files', 'move a file to another path', 'files:move_file'],
    ['copy', 'move a file to another path', 'copy:moveFile'],
    ['files', 'get the text of a file', 'files:read_text_file'],
    ['copy', 'get the text of a file', 'copy:load_text_file'],
  ])('of %s comes before its copies for "%s", whatever the limit', async (trusted, query, first) => {
    const gateway = await open(trusted)
    const ids = await idsOf(gateway, query)
    expect(ids[0]).toBe(first)
    expect(ids).toHaveLength(new Set(ids).size)
    for (const limit of [0, 1, 2]) expect(await idsOf(gateway, query, limit)).toEqual(ids.slice(0, limit))
    expect((await idsOf(gateway, [query, 'add a note'])).slice(0, 2)).toContain(first)
  })

  it('comes before three copies, each of another server, that fit better', async () => {
    const servers = ['one', 'two', 'three']
    const sentence = 'Moves a file to another path of the disk.'
    const copies = servers.map((name) => [name, [tool('move_the_file', `${sentence} Moving files.`)]])
    const gateway = await catalogGateway({
      tools: { files: [tool('move_file', sentence)], ...Object.fromEntries(copies) } as never,
      remote: ['files', ...servers],
      servers: { files: { trusted: true } },
    })
    for (const query of ['move the file to another path', 'moving files on a disk']) {
      expect((await idsOf(gateway, query))[0]).toBe('files:move_file')
    }
  })

  it('takes the score of the copy, and its explanation says so', async () => {
    const gateway = await open('files')
    const { hits } = await gateway.search('get the text of a file', { explain: true })
    for (const { explanation, score } of hits) expect(explanation?.value).toBe(score)
    expect(hits[0]?.explanation?.label).toBe(
      'the score of "copy:load_text_file", since its own server is trusted',
    )
    expect(hits[0]?.score).toBe(hits[1]?.score)
  })

  it('does not come before what is asked of another server, or is another tool', async () => {
    const gateway = await open('files')
    expect((await idsOf(gateway, 'use the copy server to move a file'))[0]).toBe('copy:moveFile')
    expect((await idsOf(gateway, 'add a note to the text of a page'))[0]).toBe('notes:add_note')
  })

  it('changes nothing where none or both are trusted', async () => {
    const [none, both] = [await open(), await open('files', 'copy', 'notes')]
    for (const query of ['move a file to another path', 'get the text of a file']) {
      expect(await idsOf(both, query)).toEqual(await idsOf(none, query))
    }
  })

  it('leaves the limits that a search refuses as they are', async () => {
    const gateway = await open('files')
    await expect(gateway.search('move a file', { limit: -1 })).rejects.toThrow(RangeError)
    await expect(gateway.search('move a file', { limit: 1.5 })).rejects.toThrow(RangeError)
  })
})
