import type { ListedTool } from '@toolscout/discovery/internal'
import { estimateTokens } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { insideLine, topicsOf } from './inside.ts'

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
    expect(topicsOf(tools)).toEqual(['issue', 'weather', 'address', 'file', 'repository'])
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

describe('the line that says what is inside', () => {
  const names = Array.from({ length: 300 }, (_, i) => `server${i}`)
  const lineOf = (tools: readonly ListedTool[], given = names) => insideLine(given, estimateTokens, tools)

  it('has topics and the largest servers where the names do not fit', () => {
    const tools = [...onServers(300, 'list_issues', 'read_file'), ...onServers(2, 'a', 'b', 'c')]
    expect(lineOf(tools)).toMatch(
      /^Inside: tools for file, issue and more; of server0, server1, .* and 29\d more servers\.$/,
    )
    expect(lineOf(tools.toReversed())).toBe(lineOf(tools))
  })

  it('has at most 90 tokens and 420 characters, whatever servers and tools are called', () => {
    for (const letter of ['w', '字']) {
      const given = names.map((name) => `${letter.repeat(80)} ${name}`)
      const tools = onServers(
        300,
        ...Array.from({ length: 60 }, (_, i) => `get_${'abcdefghij'[i % 10]}${'klmnop'[i % 6]}thing`),
      )
      const line = lineOf(tools, given) ?? ''
      expect(estimateTokens(line)).toBeLessThanOrEqual(90)
      expect(line.length).toBeLessThanOrEqual(420)
    }
  })

  it('has names alone where no topic is common, and nothing without servers', () => {
    expect(lineOf([])).toMatch(/^Inside: server0, server1, .* and 2\d\d more servers\.$/)
    expect(lineOf([], [])).toBeUndefined()
    expect(lineOf([], ['b', 'a'])).toBe('Inside: b, a.')
  })
})
