import { describe, expect, it } from 'vitest'
import type { CatalogTool } from '../judgments/judgments.ts'
import type { LintCode, LintFinding } from './finding.ts'
import { toolOf } from './fixtures/flawed-catalog.ts'
import { lintCatalog } from './lint-catalog.ts'

async function findingsOf(code: LintCode, tools: readonly CatalogTool[]): Promise<readonly LintFinding[]> {
  const { findings } = await lintCatalog(tools)
  return findings.filter((finding) => finding.code === code)
}

describe('names', () => {
  it('that are the same id are an error, those a model sees cut a warning', async () => {
    const twice = { ...toolOf('a/open_door', 'Opens a door slowly'), id: 'again' }
    const long = 'x'.repeat(60)
    const tools = [
      toolOf('a/open_door', 'Opens the door of a house'),
      twice,
      toolOf(`s/${long}_one`, 'Counts from one to ten'),
      toolOf(`s/${long}_two`, 'Paints walls in blue colour'),
    ]
    expect(await findingsOf('NAME_COLLISION', tools)).toMatchObject([
      {
        severity: 'error',
        tools: ['a/open_door', 'again'],
        message: expect.stringContaining('"a:open_door"'),
      },
      { severity: 'warning', message: expect.stringMatching(/^A model sees "s__x+_[0-9a-f]{8}" and/) },
    ])
  })

  it('of versions of one tool neither collide nor look alike', async () => {
    const tools = ['1.0.0', '2.0.0'].map((version) => ({
      ...toolOf('a/open_door', `Opens the door of house ${version}`),
      id: version,
      version,
    }))
    expect(await findingsOf('NAME_COLLISION', tools)).toEqual([])
    expect(await findingsOf('LOOKALIKE_NAMES', tools)).toEqual([])
  })

  it.each(['run', 'Execute', 'tool1', 'doAction', 'use_tool', 'command'])(
    'such as %s say nothing',
    async (name) => {
      expect(await findingsOf('VAGUE_NAME', [toolOf(`a/${name}`, 'Does it all')])).toHaveLength(1)
    },
  )

  it.each(['search', 'run_query', 'execute_command', 'run_test', '获取天气', 'f1_results'])(
    'such as %s say something',
    async (name) => {
      expect(await findingsOf('VAGUE_NAME', [toolOf(`a/${name}`, 'Does it all')])).toEqual([])
    },
  )
})

describe('parameters', () => {
  const shared = 'Sends a letter to somebody'
  const isFound = async (tool: CatalogTool): Promise<boolean> =>
    (await findingsOf('UNDESCRIBED_PARAMETERS', [tool])).length > 0
  const schemaOf = (properties: object, required: readonly string[] = []): CatalogTool => ({
    ...toolOf('a/send_letter', shared),
    inputSchema: { type: 'object', properties, required },
  })

  it('count by their share, required ones twice', async () => {
    const both = { to: { description: 'Who' }, cc: {} }
    expect(await isFound(schemaOf(both, ['to']))).toBe(false)
    expect(await isFound(schemaOf(both, ['cc']))).toBe(true)
    expect(await isFound(schemaOf({}))).toBe(false)
  })

  it('are described by a title that is not their name, and by the values they may have', async () => {
    expect(await isFound(schemaOf({ ownerId: { title: 'Owner Id' } }))).toBe(true)
    expect(await isFound(schemaOf({ ownerId: { title: 'Number of the owner' } }))).toBe(false)
    expect(await isFound(schemaOf({ state: { enum: ['open', 'closed'] } }))).toBe(false)
  })

  it('are described by what stands in them', async () => {
    const inner = { type: 'object', properties: { city: { type: 'string', description: 'Where it is' } } }
    expect(await isFound(schemaOf({ args: inner }))).toBe(false)
    expect(await isFound(schemaOf({ args: { type: 'array', items: inner } }))).toBe(false)
    expect(await isFound(schemaOf({ args: { type: 'object', properties: { city: {} } } }))).toBe(true)
  })

  it.each([
    'Args:\n  city: Where it is',
    'Args:\n  city (string): Where it is',
    '- `city` – where it is',
    '**city**: where it is',
  ])('are described in the description: %j', async (text) => {
    const { inputSchema } = schemaOf({ city: {} }, ['city'])
    expect(await isFound({ ...toolOf('a/b_c', `${shared}.\n${text}`), inputSchema })).toBe(false)
    expect(await isFound({ ...toolOf('a/b_c', `${shared} of a city.`), inputSchema })).toBe(true)
  })

  it('that are required weigh in the severity', async () => {
    const severities = await Promise.all(
      [['to'], []].map((required) => findingsOf('UNDESCRIBED_PARAMETERS', [schemaOf({ to: {} }, required)])),
    )
    expect(severities.map(([finding]) => finding?.severity)).toEqual(['warning', 'info'])
  })
})

describe('descriptions', () => {
  it('of a script without spaces are not too short', async () => {
    expect(await findingsOf('SHORT_DESCRIPTION', [toolOf('a/b_c', '获取当前天气')])).toEqual([])
  })

  it('may say what all of their server say, if it is what their name says', async () => {
    const tools = ['list', 'drop', 'copy', 'lock', 'scan'].map((verb) =>
      toolOf(`db/${verb}_table`, 'List, drop, copy, lock and scan a table'),
    )
    expect(await findingsOf('BOILERPLATE_DESCRIPTION', tools)).toEqual([])
    const other = toolOf('db/migrate', 'List, drop, copy, lock and scan a table!')
    expect(await findingsOf('BOILERPLATE_DESCRIPTION', [...tools, other])).toMatchObject([
      { tools: ['db/migrate'] },
    ])
  })

  it('of other servers may be the same', async () => {
    const tools = [
      toolOf('a/feed_lion', 'Cares about animals in cages'),
      toolOf('b/wash_pig', 'Cares about animals in cages'),
    ]
    expect(await findingsOf('REPEATED_DESCRIPTION', tools)).toEqual([])
  })
})

describe('tools of one name on several servers', () => {
  const words = 'one two three four five six seven eight nine ten'.split(' ').map((word) => `${word}fold`)
  const server = (id: string, from: number, to: number) =>
    toolOf(`${id}/play_song`, words.slice(from, to).join(' '))

  it('are alike when each is alike to another of them', async () => {
    const tools = [
      server('a', 0, 8),
      server('b', 1, 9),
      server('c', 2, 10),
      toolOf('d/play_song', 'Beats a drum'),
    ]
    const [finding, ...others] = await findingsOf('SIMILAR_TOOLS', tools)
    expect(finding?.tools).toEqual(['a/play_song', 'b/play_song', 'c/play_song'])
    expect(others).toEqual([])
  })

  it('are not alike with fewer than three in four of their words', async () => {
    expect(await findingsOf('SIMILAR_TOOLS', [server('a', 0, 6), server('b', 3, 9)])).toEqual([])
  })
})
