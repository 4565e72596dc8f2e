import type { ToolHost } from '@toolscout/discovery'
import { describe, expect, it } from 'vitest'
import { meantLines, meantServers, otherLine, unconnectedServers } from './unconnected-servers.ts'

const states = {
  github: 'needsAuth',
  'time-server': 'ready',
  'slack-mcp': 'disabled',
  jira: 'waiting',
  x1: 'failed',
  x2: 'failed',
}
const host = {
  servers: () => Object.entries(states).map(([name, state]) => ({ name, state })),
} as unknown as ToolHost
const degraded = ['github', 'jira', 'x1', 'x2'].map((name) => ({
  part: `server ${name}`,
  reason: `"${name}" is down.`,
}))
const servers = unconnectedServers(host, '', degraded)

describe('a server that is not connected', () => {
  it.each([
    ['open a pull request on GitHub', ['Configured but not connected: "github" is down.']],
    ['post to slack', ['Configured but not connected: "slack-mcp" is switched off in the configuration.']],
    ['what time is it', []],
    ['use the mcp server', []],
  ])('is named where a request means it: %s', (query, lines) => {
    expect(meantLines(meantServers(servers, query))).toEqual(lines)
  })

  it('is named beside others in one line, unless it is switched off', () => {
    expect(otherLine(servers, degraded)).toEqual([
      'Incomplete: not connected are github, jira, x1 and 1 more.',
    ])
    const [github] = servers
    expect(otherLine(github === undefined ? [] : [github], degraded)).toEqual([
      'Incomplete: server github: "github" is down.',
    ])
    expect(otherLine([], degraded)).toEqual([])
  })
})
