import type { LocalTool, ToolCallContext } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { createMetaExposure } from '../exposure/meta/meta-exposure.ts'
import { createGate } from '../scheduling.ts'
import { ANY_CLIENTS } from './fixtures/any-client.ts'
import { serveTools } from './fixtures/served.ts'
import { echo, waiter } from './fixtures/tools.ts'

/** Asks who calls it. */
const curious: LocalTool = {
  name: 'curious',
  description: 'Asks who is there.',
  inputSchema: { type: 'object' },
  execute: async (_args: object, { client, signal }: ToolCallContext) => {
    const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } }
    const question = { mode: 'form', message: 'Who is there?', requestedSchema }
    return JSON.stringify((await client?.request('elicitation/create', question, { signal }))?.content)
  },
}

const ROWS = ANY_CLIENTS.flatMap(([name, version, connect]) =>
  (['http', 'stdio'] as const).map((way) => ({ name, version, connect, way })),
)

describe.each(ROWS)('a client of $name, over $way', ({ version, connect, way }) => {
  it('lists, searches, describes, calls, is asked, and gives up, behind the meta-tools', async () => {
    const begun = createGate()
    const ended = createGate()
    const { served, gateway } = await serveTools([
      echo,
      curious,
      waiter((signal) => {
        signal.addEventListener('abort', ended.open)
        begun.open()
      }),
    ])
    const client = await connect({ ...served, exposure: createMetaExposure(gateway) }, way)
    expect(client.version).toBe(version)
    expect(await client.list()).toEqual(['search_tools', 'describe_tools', 'call_tool', 'read_result'])
    expect(await client.call('search_tools', { query: 'say back what is given' })).toContain(
      'echo(text: string)',
    )
    expect(await client.call('describe_tools', { names: ['echo'] })).toContain('Says back what it is given.')
    const call = (tool: string, args: object, signal?: AbortSignal): Promise<string> =>
      client.call('call_tool', { name: tool, arguments: args }, signal)
    expect(await call('echo', { text: 'hello' })).toBe('hello')
    expect(await call('curious', {})).toBe('{"name":"Who is there?"}')
    const giveUp = new AbortController()
    const waiting = call('waiter', {}, giveUp.signal)
    await begun.opened
    giveUp.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow()
    await ended.opened
  })

  it('hears that tools changed, and lists them', async () => {
    const { served, gateway } = await serveTools([echo])
    const client = await connect(served, way)
    const changed = createGate()
    await client.onChange(changed.open)
    await gateway.register([curious])
    await changed.opened
    expect(await client.list()).toEqual(['curious', 'echo'])
  })
})
