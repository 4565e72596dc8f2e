import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  CreateMessageRequestSchema,
  LoggingMessageNotificationSchema,
  ResultSchema,
} from '@modelcontextprotocol/sdk/types.js'
import type { ToolClient } from '@toolscout/model'
import { createManualClock } from '@toolscout/testkit/internal'
import { describe, expect, it } from 'vitest'
import { createDirectExposure } from '../exposure/direct-exposure.ts'
import { type LiveServer, startLiveServer } from '../fixtures/live-server.ts'
import type { GatewayOptions } from '../gateway-options.ts'
import { connectHttp, createClient, startHttp } from '../serve/fixtures/clients.ts'
import { serveTools } from '../serve/fixtures/served.ts'
import { CallOverError } from '../serve/open-call.ts'
import { ClientRelay } from './client-relay.ts'

const SAMPLING = { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } } as const

/** A server whose tool asks the model of its client, when the gate is open, and tells what came of it. */
async function askingServer(
  gate: (tool: string) => Promise<unknown> = async () => undefined,
): Promise<LiveServer> {
  const live = await startLiveServer('asker')
  live.answer = async (tool, _args, server) => {
    await gate(tool)
    const asked = server.request(SAMPLING, ResultSchema).then(
      (answer) => JSON.stringify(answer.content),
      (error: Error) => error.message,
    )
    return asked
  }
  return live
}

async function setUp(live: LiveServer, options: GatewayOptions = {}) {
  const { served, gateway } = await serveTools([], { gateway: { relay: { sampling: {} }, ...options } })
  gateway.addServer(live.config)
  const serving = await startHttp({ ...served, exposure: createDirectExposure(gateway) })
  const connect = async (name: string, canSample = true): Promise<Client> => {
    const client = createClient(canSample ? { sampling: {} } : {})
    if (canSample) {
      client.setRequestHandler(CreateMessageRequestSchema, () => ({
        role: 'assistant' as const,
        model: 'test',
        content: { type: 'text' as const, text: `sampled by ${name}` },
      }))
    }
    await connectHttp(client, serving.url, serving.token)
    await client.listTools()
    return client
  }
  return { connect }
}

const call = async (client: Client): Promise<string> =>
  JSON.stringify((await client.callTool({ name: 'asker__ask' })).content)

/** Opens when so many have come. */
function meeting(count: number): () => Promise<unknown> {
  let open = (): void => {}
  const all = new Promise<void>((resolve) => {
    open = resolve
  })
  let here = 0
  return () => {
    here += 1
    if (here === count) open()
    return all
  }
}

describe('what a server asks of a person', () => {
  it.each([
    ['takes none of the 60 seconds of its call', {}, 599_999, 'sampled late'],
    ['takes the time of its call where the options say so', { maxPersonMs: 1_000 }, 61_000, 'CALL_TIMEOUT'],
  ])('%s', async (_, calls, afterMs, outcome) => {
    const clock = createManualClock()
    const { connect } = await setUp(await askingServer(), { clock, calls })
    const ann = await connect('ann')
    ann.setRequestHandler(CreateMessageRequestSchema, async () => {
      await clock.advance(afterMs)
      return { role: 'assistant', model: 'test', content: { type: 'text', text: 'sampled late' } }
    })
    expect(JSON.stringify(await ann.callTool({ name: 'asker__ask' }))).toContain(outcome)
  })
})

describe('what a server asks of its client', () => {
  it('goes to the client whose call it works on', async () => {
    const { connect } = await setUp(await askingServer())
    const ann = await connect('ann')
    const bob = await connect('bob')

    expect(await call(ann)).toContain('sampled by ann')
    expect(await call(bob)).toContain('sampled by bob')
  })

  it('goes to the one client whose several calls it works on', async () => {
    const { connect } = await setUp(await askingServer(meeting(2)))
    const ann = await connect('ann')

    const answers = await Promise.all([call(ann), call(ann)])

    for (const answer of answers) expect(answer).toContain('sampled by ann')
  })

  it('goes to nobody when it works on calls of several clients, which then take turns', async () => {
    const { connect } = await setUp(await askingServer(meeting(2)))
    const clients = [await connect('ann'), await connect('bob')]

    for (const answer of await Promise.all(clients.map(call))) {
      expect(answer).toContain('2 clients have calls in progress')
      expect(answer).not.toContain('sampled')
    }
    const [ann, bob] = await Promise.all(clients.map(call))
    expect([ann, bob]).toEqual([
      expect.stringContaining('sampled by ann'),
      expect.stringContaining('sampled by bob'),
    ])
  })

  it('is refused with the reason when the client cannot, and with the words of a client that will not', async () => {
    const { connect } = await setUp(await askingServer())
    const unable = await connect('ann', false)
    const unwilling = await connect('bob')
    unwilling.setRequestHandler(CreateMessageRequestSchema, () => {
      throw Object.assign(new RangeError('the user said no'), { code: -1 })
    })

    expect(await call(unable)).toContain('does not support sampling')
    expect(await call(unwilling)).toContain('the user said no')
  })
})

it('brings what a server logs to the client whose call it works on', async () => {
  const gate = meeting(2)
  const isHeard = meeting(2)
  const live = await startLiveServer('asker')
  live.answer = async (_tool, args, server) => {
    const both = (args as { both?: boolean } | undefined)?.both === true
    if (both) await gate()
    await server.notification({
      method: 'notifications/message',
      params: { level: 'warning', logger: 'asker', data: 'heard' },
    })
    // It goes another way than the answer, which must not come first.
    if (!both) await isHeard()
    return 'done'
  }
  const { connect } = await setUp(live)
  const [ann, bob] = [await connect('ann'), await connect('bob')]
  const heard: string[] = []
  for (const [name, client] of Object.entries({ ann, bob })) {
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
      heard.push(`${name} ${params.logger} ${String(params.data)}`)
      void isHeard()
    })
  }

  await ann.callTool({ name: 'asker__ask' })
  await Promise.all(
    [ann, bob].map((client) => client.callTool({ name: 'asker__ask', arguments: { both: true } })),
  )
  await ann.ping()

  expect(heard).toEqual(['ann asker heard'])
})

describe('a relay', () => {
  const client = (identity?: object): ToolClient => ({
    identity,
    capabilities: {},
    request: async () => ({ from: 'it' }),
    log: () => undefined,
  })
  const { signal } = new AbortController()
  const relaying = (): ClientRelay => new ClientRelay('s', { roots: {} })
  const ask = (relay: ClientRelay) => relay.anyCall?.onRequest('roots/list', {}, { signal })

  it('has nobody to ask while nobody calls, or somebody who cannot be talked to', async () => {
    expect(new ClientRelay('s').anyCall).toBeUndefined()
    const relay = relaying()
    await expect(ask(relay)).rejects.toThrow('no client has a call in progress')
    await relay.during(undefined, signal, async (answering) => {
      await expect(ask(relay)).rejects.toMatchObject({ code: 'MCP_CLIENT_REFUSED' })
      await expect(answering?.onRequest('roots/list', {}, { signal })).rejects.toThrow('no client')
      await relay.during(client(), signal, () => expect(ask(relay)).rejects.toThrow('2 clients have calls'))
    })
  })

  it('tells clients of one identity from no other', async () => {
    const relay = relaying()
    const session = {}
    await relay.during(client(session), signal, () =>
      relay.during(client(session), signal, async () => expect(await ask(relay)).toEqual({ from: 'it' })),
    )
    await relay.during(client({}), signal, () =>
      relay.during(client({}), signal, () => expect(ask(relay)).rejects.toThrow('2 clients have calls')),
    )
  })

  it('asks in another call of the client when the one it asked in has ended', async () => {
    const relay = relaying()
    const identity = {}
    const ended: ToolClient = {
      ...client(identity),
      request: async () => {
        end()
        await gone
        throw new CallOverError()
      },
    }
    let end = (): void => {}
    const over = new Promise<void>((resolve) => {
      end = resolve
    })
    let gone: Promise<void> | undefined
    await relay.during(client(identity), signal, async () => {
      gone = relay.during(ended, signal, () => over)
      expect(await ask(relay)).toEqual({ from: 'it' })
    })
  })
})
