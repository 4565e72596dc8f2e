import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { nameKey } from '../analysis/split-words.ts'
import { NAME_CERTAINTY, NameMatcher } from './name-matching.ts'
import { Names } from './names.ts'
import { Servers } from './servers.ts'

/** A table with the servers of its tools. */
const createNames = () => {
  const servers = new Servers(createAnalyzer())
  const written = new Map<number, string>()
  const names = new Names()
  const matcher = new NameMatcher(names, servers, (docId) => written.get(docId) ?? '')
  return {
    match: matcher.match.bind(matcher),
    add: (docId: number, name: string, namespace: string): void => {
      written.set(docId, name)
      names.place(docId, name)
      servers.place(docId, namespace)
    },
    remove: (docId: number): void => {
      names.remove(docId)
      servers.remove(docId)
    },
  }
}
const table = createNames()
const tools = [
  ['github', 'create_issue'],
  ['gitlab', 'createIssue'],
  ['files', 'readFile'],
  ['files', 'Read Text'],
  ['天气', '查询天气'],
  ['', 'search'],
  ['files', 'फ़ाइल_खोजें'],
  ['files', 'найтиФайл'],
] as const
tools.forEach(([namespace, name], docId) => {
  table.add(docId, name, namespace)
})
const named = (...subqueries: readonly string[]): readonly string[] =>
  table.match(subqueries).flatMap(({ matches }) =>
    matches.map(({ docId, certainty }) => {
      const how = Object.entries(NAME_CERTAINTY).find(([, value]) => value === certainty)?.[0]
      return `${tools[docId]?.join(':')} ${how}`
    }),
  )

describe('a name is found', () => {
  it.each([
    ['create_issue', ['github:create_issue exact', 'gitlab:createIssue respelt']],
    ['createissue', ['github:create_issue respelt', 'gitlab:createIssue respelt']],
    ['READ FILE', ['files:readFile respelt']],
    ['Read Text', ['files:Read Text exact']],
    ['raed_file', ['files:readFile misspelt']],
    ['readFil', ['files:readFile misspelt']],
    ['github__create_issue', ['github:create_issue qualified']],
    ['mcp__github__create_issue', ['github:create_issue qualified']],
    ['gitlab:createIssue', ['gitlab:createIssue qualified']],
    ['gitlab.create_issue', ['gitlab:createIssue qualified']],
    ['another__readFile', ['files:readFile exact']],
    ['another.readFile', []],
    ['查询天气', ['天气:查询天气 exact']],
    ['bitte फ़ाइल_खोजें', ['files:फ़ाइल_खोजें exact']],
    ['bitte найтиФай, ja', ['files:найтиФайл misspelt']],
    ['please call readFile on it', ['files:readFile exact']],
    ['please search for it', []],
    ['please use the search tool for it', [':search respelt']],
    ['run the read file tool', ['files:readFile respelt']],
    ['how do I read file names', []],
    ['craete_isue', ['github:create_issue misspelt', 'gitlab:createIssue misspelt']],
    ['raed_fle', []],
    ['search', [':search exact']],
    ['', []],
    ['__', []],
  ])('%j', (text, expected) => {
    expect(named(text)).toEqual(expected)
  })

  it('for every subquery that names one', () => {
    expect(named('readFile', 'create issue')).toEqual([
      'files:readFile exact',
      'github:create_issue respelt',
      'gitlab:createIssue respelt',
    ])
  })
})

it('is found between signs, however many there are', () => {
  expect(named('“(read_file)”…')).toEqual(['files:readFile respelt'])
  // Looking for the end of each run from each of its signs would take minutes.
  expect(named(`call read_file${'’'.repeat(40_000)}xyz`)).toEqual([])
})

it('of three words and more is found inside a request, the longest where several are', () => {
  const long = createNames()
  long.add(1, 'list_pull_requests', '')
  long.add(2, 'list_pull_requests_of_user', '')
  const found = (text: string) =>
    long.match([text]).flatMap(({ matches }) => matches.map(({ docId }) => docId))
  expect(found('could you list pull requests for me')).toEqual([1])
  expect(found('could you list pull requests of user bob')).toEqual([2])
  expect(found('could you list the pull requests')).toEqual([])
})

it('with two slips is looked for where some word of the text is unknown', () => {
  const changing = createNames()
  changing.add(1, 'create_tag', '')
  expect(changing.match(['create_task'], () => false)).toEqual([])
  expect(changing.match(['create_task'], () => true)).toHaveLength(1)
})

it('leaves with its tool', () => {
  const changing = createNames()
  changing.add(1, 'one_name', '')
  changing.add(1, 'other_name', '')
  changing.add(2, 'other_name', '')
  expect(changing.match(['one_name'])).toEqual([])
  changing.remove(1)
  const matches = [{ docId: 2, certainty: NAME_CERTAINTY.exact }]
  expect(changing.match(['other_name'])).toEqual([{ text: 'other_name', matches }])
  changing.remove(2)
  changing.remove(2)
  expect(changing.match(['other_name', 'othr_name'])).toEqual([])
})

it('knows the same tools however they came and went', () => {
  const anyName = fc.constantFrom('read_file', 'readFile', 'read', 'reads', 'Read Text', '查询天气', '--')
  const anySpace = fc.constantFrom('', 'files', 'Files', 'web', '天气')
  const anyStep = fc.record({
    docId: fc.nat({ max: 9 }),
    tool: fc.option(fc.tuple(anyName, anySpace), { nil: undefined }),
  })
  const asked = ['read_file', 'raed_file', 'files__read_file', 'mcp__web__read', 'readz', '天气:查询天气']
  const answersOf = (names: ReturnType<typeof createNames>): unknown =>
    asked.map((text) =>
      names
        .match([text])
        .flatMap(({ matches }) => matches.map(({ docId, certainty }) => `${docId} ${certainty}`))
        .sort(),
    )
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
      const stepwise = createNames()
      const tools = new Map<number, readonly [string, string]>()
      for (const { docId, tool } of steps) {
        if (tool === undefined) stepwise.remove(docId)
        else stepwise.add(docId, ...tool)
        if (tool === undefined) tools.delete(docId)
        else tools.set(docId, tool)
      }
      const atOnce = createNames()
      for (const [docId, tool] of tools) atOnce.add(docId, ...tool)
      expect(answersOf(stepwise)).toEqual(answersOf(atOnce))
    }),
  )
})

it('has one key for every way of writing a name', () => {
  const names = ['readFile', 'read_file', 'READ FILE', 'réad–file', 'ＲＥＡＤ.file']
  expect([...new Set(names.map(nameKey))]).toEqual(['readfile'])
})
