import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { expect, it, onTestFinished } from 'vitest'
import { createLedger, type Fault, failCalls, flapCalls, startHttpBackend } from '../farm.ts'

async function start() {
  const ledger = createLedger()
  const backend = await startHttpBackend({ name: 'b', ledger, slowMs: 1 })
  onTestFinished(backend.down)
  const connect = async (): Promise<Client> => {
    const client = new Client({ name: 'sdk', version: '1.0.0' })
    await client.connect(new StreamableHTTPClientTransport(new URL(backend.url)) as Transport)
    onTestFinished(() => client.close())
    return client
  }
  return { ledger, backend, connect }
}

const call = (client: Client, name: string, nonce: string) =>
  client.callTool({ name, arguments: { nonce } }, undefined, { timeout: 1_000 })

it('speaks MCP and keeps its ledger', async () => {
  const { ledger, backend, connect } = await start()
  const client = await connect()
  expect(await call(client, 'effect', 'n1')).toMatchObject({ content: [{ text: 'b effect n1' }] })
  expect(await call(client, 'slow', 'n2')).toMatchObject({ content: [{ text: 'b slow n2' }] })
  expect([ledger.nonces(), ledger.duplicates(), backend.sessions()]).toEqual([['n1'], [], 1])
  await call(client, 'repeatable', 'n1')
  expect(ledger.duplicates()).toEqual(['n1'])

  const caller = new AbortController()
  const waiting = client.callTool({ name: 'wait', arguments: { nonce: 'n3' } }, undefined, caller)
  while (backend.requests('tools/call') < 4) await new Promise(setImmediate)
  caller.abort()
  await expect(waiting).rejects.toThrow()
  await ledger.whenAborted('n3')
})

it.each<[string, Fault, number]>([
  ['resetBefore', { kind: 'resetBefore' }, 0],
  ['429', { kind: 'status', status: 429, headers: { 'retry-after': '7' } }, 0],
  ['forget', { kind: 'forget' }, 0],
  ['headers', { kind: 'resetAfter', sent: 'headers' }, 1],
  ['half', { kind: 'resetAfter', sent: 'half' }, 1],
  ['end', { kind: 'endAfter' }, 1],
  ['hang', { kind: 'hang' }, 0],
])('fails as told, and the ledger knows better than the client: %s', async (nonce, fault, runs) => {
  const { ledger, backend, connect } = await start()
  const client = await connect()
  backend.behave(failCalls(fault, 1))
  await expect(call(client, 'effect', nonce)).rejects.toThrow()
  expect(ledger.runsOf(nonce)).toBe(runs)
  const next = call(await connect(), 'effect', `${nonce}-2`)
  expect(await next).toMatchObject({ content: [{ text: `b effect ${nonce}-2` }] })
})

it('goes down and comes up at the same place, and flaps', async () => {
  const { backend, connect } = await start()
  await backend.down()
  await expect(connect()).rejects.toThrow()
  await backend.up()
  const client = await connect()
  backend.behave(flapCalls({ kind: 'status', status: 500 }, 2))
  const outcomes: boolean[] = []
  for (let time = 0; time < 6; time += 1) {
    outcomes.push(
      await call(client, 'echo', 'x').then(
        () => true,
        () => false,
      ),
    )
  }
  expect(outcomes).toEqual([true, true, false, false, true, true])
})
