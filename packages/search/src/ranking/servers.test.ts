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
})
