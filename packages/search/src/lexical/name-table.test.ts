import { describe, expect, it } from 'vitest'
import { createNameTable, NAME_CERTAINTY } from './name-table.ts'

const table = createNameTable()
const tools = [
  ['github', 'create_issue'],
  ['gitlab', 'createIssue'],
  ['files', 'readFile'],
  ['files', 'Read Text'],
  ['天气', '查询天气'],
  ['', 'search'],
] as const
tools.forEach(([namespace, name], handle) => {
  table.add(handle, name, namespace)
})
const named = (...clauses: readonly string[]): readonly string[] =>
  table.match(clauses).flatMap(({ matches }) =>
    matches.map(({ handle, certainty }) => {
      const how = Object.entries(NAME_CERTAINTY).find(([, value]) => value === certainty)?.[0]
      return `${tools[handle]?.join(':')} ${how}`
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
    ['please call readFile on it', ['files:readFile exact']],
    ['please search for it', []],
    ['search', [':search exact']],
    ['', []],
    ['__', []],
  ])('%j', (text, expected) => {
    expect(named(text)).toEqual(expected)
  })

  it('for every clause that names one', () => {
    expect(named('readFile', 'create issue')).toEqual([
      'files:readFile exact',
      'github:create_issue respelt',
      'gitlab:createIssue respelt',
    ])
  })
})

it('leaves with its tool', () => {
  const changing = createNameTable()
  changing.add(1, 'one_name', '')
  changing.add(1, 'other_name', '')
  changing.add(2, 'other_name', '')
  expect(changing.match(['one_name'])).toEqual([])
  changing.remove(1)
  const matches = [{ handle: 2, certainty: NAME_CERTAINTY.exact }]
  expect(changing.match(['other_name'])).toEqual([{ text: 'other_name', matches }])
  changing.remove(2)
  changing.remove(2)
  expect(changing.match(['other_name', 'othr_name'])).toEqual([])
})
