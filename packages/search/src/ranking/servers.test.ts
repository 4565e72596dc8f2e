import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { Servers } from './servers.ts'

describe('the servers that a request names', () => {
  const filled = (namespaces: readonly string[]): Servers => {
    const servers = new Servers(createAnalyzer())
    namespaces.forEach((namespace, docId) => {
      servers.place(docId, namespace)
    })
    return servers
  }

  it('are those whose names hold a word that is theirs', () => {
    const servers = filled(['@acme/trellix-mcp', '@acme/trellix-mcp', 'weather-mcp', 'time'])
    const named = servers.namedIn(['trellix*'], () => 2)
    expect([...named]).toEqual([[servers.serverOf(0), 1]])
    expect(servers.namedIn(['trellix*'], () => 3).get(servers.serverOf(0) as number)).toBeCloseTo(2 / 3)
  })

  it('are none where other tools have the word more often', () => {
    const servers = filled(['memory-mcp'])
    expect(servers.namedIn(['memori*'], () => 5).size).toBe(0)
  })

  it('change with the tools', () => {
    const servers = filled(['trellix', 'other'])
    expect(servers.namedIn(['trellix*'], () => 1).size).toBe(1)
    servers.remove(0)
    expect(servers.namedIn(['trellix*'], () => 1).size).toBe(0)
    servers.place(0, 'trellix-two')
    expect([...servers.namedIn(['trellix*'], () => 1).keys()]).toEqual([servers.serverOf(0)])
  })

  it('are those that reading all names again would give, whatever came and went in between', () => {
    const names = ['', 'trellix', 'trellix weather', 'weather-mcp', 'time']
    const anySteps = fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: names.length })), { maxLength: 40 })
    fc.assert(
      fc.property(anySteps, (steps) => {
        const changed = filled([])
        const last = new Map<number, string>()
        const namedBy = (servers: Servers): readonly unknown[] =>
          ['trellix*', 'weather*', 'time*', 'mcp*'].map((root) => {
            const named = [...servers.namedIn([root], () => 3)]
            const tools = [...last.keys()]
            return tools.map((docId) => named.find(([server]) => server === servers.serverOf(docId))?.[1])
          })
        for (const [docId, which] of steps) {
          const name = names[which]
          if (name === undefined) changed.remove(docId)
          else changed.place(docId, name)
          last.set(docId, name ?? '')
          const again = filled([])
          for (const [other, namespace] of last) again.place(other, namespace)
          expect(namedBy(changed)).toEqual(namedBy(again))
        }
      }),
    )
  })
})
