import type { ListedTool } from '@toolscout/discovery/internal'
import { estimateTokens } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { contentsCard, countInside, topicsOf } from './inside.ts'

const listed = (namespace: string, name: string): ListedTool =>
  ({ summary: { name, namespace, backends: [{ kind: 'local' }] } }) as never
const onServers = (count: number, ...names: readonly string[]): readonly ListedTool[] =>
  Array.from({ length: count }, (_, i) => names.map((name) => listed(`server${i}`, name))).flat()

describe('topics of tools', () => {
  it('are the nouns their names end in, by how many servers have them', () => {
    const tools = [
      ...onServers(4, 'list_issues', 'createIssue', 'get-weather-by-city'),
      ...onServers(3, 'delete_file', 'search', 'get_all', 'list_addresses', 'list_repositories'),
    ]
    expect(topicsOf(tools)).toEqual([
      { name: 'issue', count: 8 },
      { name: 'weather', count: 4 },
      { name: 'address', count: 3 },
      { name: 'file', count: 3 },
      { name: 'repository', count: 3 },
    ])
  })

  it('are no words of one or two servers, however many tools those have', () => {
    const flood = Array.from({ length: 500 }, (_, i) => listed(`s${i % 2}`, `ignore_previous_orders`))
    expect(topicsOf(flood)).toEqual([])
  })

  it('are plain words', () => {
    expect(
      topicsOf(onServers(3, 'do_this!now', 'see_http://x', 'x_\u202eevil', 'a_verylongwordthatendsnever')),
    ).toEqual([])
  })
})

describe('the contents card', () => {
  const names = Array.from({ length: 300 }, (_, i) => `server${i}`)
  const cardOf = (tools: readonly ListedTool[], given = names) =>
    contentsCard(countInside(given, tools), estimateTokens, tools)

  it('has every server with how many tools it has, as far as that is known', () => {
    expect(
      cardOf([listed('mail', 'a'), ...onServers(2, 'x', 'y')], ['mail', 'new', 'server0', 'server1']),
    ).toBe('Behind this: mail (1 tool), new, server0 (2), server1 (2).')
    expect(cardOf([], ['b', 'a'])).toBe('Behind this: b, a.')
    expect(cardOf([], [])).toBeUndefined()
  })

  it('counts prompts, resources and skills of all servers together, and of one that has no tools by itself', () => {
    const other = (namespace: string, kind: string): ListedTool =>
      ({ summary: { name: 'x', namespace, kind, backends: [{ kind: 'local' }] } }) as never
    const entries = [listed('a', 'x'), other('a', 'prompt'), other('b', 'skill'), other('b', 'prompt')]
    expect(cardOf(entries, ['a', 'b'])).toBe(
      'Behind this: a (1 tool), b (1 prompt, 1 skill). Also 2 prompts, 1 skill.',
    )
    expect(cardOf(entries.slice(2), ['b'])).toBe('Behind this: b (1 prompt, 1 skill).')
  })

  it('has topics and the largest servers where the names do not fit', () => {
    const tools = [...onServers(300, 'list_issues', 'read_file'), ...onServers(2, 'a', 'b', 'c')]
    expect(cardOf(tools)).toMatch(
      /^Behind this: 606 tools of 300 servers\. Most common: file \(300 tools\), issue \(300\)\. Largest: server0 \(5 tools\), server1 \(5\), server10 \(2\), .* and 2\d\d more servers\.$/,
    )
    expect(cardOf(tools.toReversed())).toBe(cardOf(tools))
  })

  it('has at most 300 tokens and 1,200 characters, whatever servers and tools are called', () => {
    for (const letter of ['w', '字']) {
      const given = names.map((name) => `${letter.repeat(80)} ${name}`)
      const tools = onServers(
        300,
        ...Array.from({ length: 60 }, (_, i) => `get_${'abcdefghij'[i % 10]}${'klmnop'[i % 6]}thing`),
      )
      const card = cardOf(tools, given) ?? ''
      expect(estimateTokens(card)).toBeLessThanOrEqual(300)
      expect(card.length).toBeLessThanOrEqual(1_200)
    }
  })

  it('has no topics where none is common', () => {
    expect(cardOf(onServers(300, 'x'))).toMatch(
      /^Behind this: 300 tools of 300 servers\. Largest: server0 \(1 tool\), /,
    )
  })
})
