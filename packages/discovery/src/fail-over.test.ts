import { type ToolResult, type ToolSource, ToolscoutError } from '@toolscout/model'
import { CallNotRunError } from '@toolscout/runtime'
import { expect, it } from 'vitest'
import { fakeSource, listing, tool } from './fixtures/fake-source.ts'
import { open } from './fixtures/open-discovery.ts'

const says =
  (text: string): ToolSource['call'] =>
  async () => ({ content: [{ type: 'text', text }] })

class BackendError extends ToolscoutError {
  constructor(details: object) {
    super('BACKEND', 'no connection.', { details })
  }
}

const fails =
  (details: object): ToolSource['call'] =>
  async () => {
    throw new BackendError(details)
  }

const textOf = ({ content: [first] }: ToolResult): unknown =>
  first?.type === 'text' ? first.text : undefined

it('a source that stands in for another has its tools, once, and answers what the other did not run', async () => {
  const scout = open()
  let call = says('one')
  const one = fakeSource({ name: 'one', list: () => listing('x'), call: (...given) => call(...given) })
  const two = fakeSource({ name: 'two', list: () => listing('x', 'y'), call: says('two') })
  await scout.addSource(one.source)
  await scout.addSource(two.source, { replicaOf: 'one' })
  expect(scout.list().map(({ id }) => id)).toEqual(['one:x', 'one:y'])
  const { hits } = await scout.search('x', { limit: 20 })
  expect(hits.filter(({ summary }) => summary.name === 'x')).toHaveLength(1)
  expect(textOf(await scout.call('one:x'))).toBe('one')
  call = fails({ outcome: 'notRun' })
  expect(textOf(await scout.call('one:x', { n: 1 }))).toBe('two')
  expect(two.log).toEqual([['x', { n: 1 }]])
  // What may have run is not made again anywhere.
  call = fails({ outcome: 'unknown' })
  expect(await scout.call('one:x')).toMatchObject({
    isError: true,
    structuredContent: { outcome: 'unknown' },
  })
  expect(two.log).toHaveLength(1)
})

it('a source that ended or left is asked last, or no more', async () => {
  const scout = open({ onError: () => {} })
  const one = fakeSource({ name: 'one', list: () => listing('x'), call: says('one') })
  const two = fakeSource({ name: 'two', list: () => listing('x'), call: says('two') })
  await scout.addSource(one.source)
  await scout.addSource(two.source, { replicaOf: 'one' })
  one.end('it crashed')
  await Promise.resolve()
  expect(textOf(await scout.call('one:x'))).toBe('two')
  await scout.removeSource('one')
  expect(textOf(await scout.call('one:x'))).toBe('two')
})

it('a tool of which no source is there names each', async () => {
  const scout = open()
  for (const server of ['one', 'two']) scout.index.register(tool('x') as never, { kind: 'mcp', server })
  expect((await scout.call('x')).structuredContent).toMatchObject({
    error: 'CALL_FAILED',
    outcome: 'notRun',
    backends: [
      { name: 'one', message: 'The tool "x" belongs to "one", which is not connected.' },
      { name: 'two', message: 'The tool "x" belongs to "two", which is not connected.' },
    ],
  })
})

it('a function of this process that did nothing gives to the server that has the tool too', async () => {
  const scout = open()
  const execute = () => {
    throw new CallNotRunError('It is not installed here.')
  }
  await scout.register({ x: { namespace: 'one', inputSchema: { type: 'object' }, execute } })
  await scout.addSource(fakeSource({ name: 'one', list: () => listing('x'), call: says('one') }).source)
  expect(textOf(await scout.call('one:x'))).toBe('one')
})
