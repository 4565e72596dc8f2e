import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createLoom } from './create-loom.ts'
import { openLoom } from './fixtures/open-loom.ts'
import type { LoomSearchResponse } from './loom.ts'

const NAMES = ['read_file', 'delete_row', 'sendMail', 'shell']
const TEXTS = ['Read a file', 'Send a message to a channel', 'Run SQL against the database', '']

const change = fc.record({
  name: fc.constantFrom(...NAMES),
  description: fc.constantFrom(...TEXTS),
  capabilities: fc.option(fc.constantFrom(['http'], ['file io', 'git']), { nil: undefined }),
  annotations: fc.option(fc.constantFrom({ readOnlyHint: true }, { destructiveHint: false }), {
    nil: undefined,
  }),
  leaves: fc.boolean(),
})

/** Everything but how long it took. */
function answerOf({ results, metadata }: LoomSearchResponse): object {
  const { queryUnderstandingMs: _, retrievalMs: __, rerankingMs: ___, totalMs: ____, ...told } = metadata
  return { results, told }
}

it('what a loom remembers of tools is what one says that has just come, after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 8 }), async (changes) => {
      const { loom, gateway } = openLoom()
      for (const { leaves, name, ...rest } of changes) {
        if (leaves && gateway.discovery.index.get(name) !== undefined) gateway.unregister(name)
        else await gateway.register([{ name, inputSchema: { type: 'object' }, ...rest }])
        const fresh = createLoom(gateway)
        for (const request of [
          { query: 'read the file or send_mail', limit: 3 },
          { query: 'run shell', capabilities: ['file_io', 'shell'], includeSchemas: true },
        ]) {
          const [said, saidFresh] = [await loom.search(request), await fresh.search(request)]
          expect(answerOf(said)).toEqual(answerOf(saidFresh))
        }
        for (const known of NAMES) {
          expect(loom.getTool(`builtin:${known}`)).toEqual(fresh.getTool(`builtin:${known}`))
        }
        expect(loom.getToolsByCapability('file_io')).toEqual(fresh.getToolsByCapability('file_io'))
      }
    }),
    { numRuns: 25 },
  )
})

it('somebody who hears of a change before the loom does is told of the new definition, and it stays so', async () => {
  const { gateway } = openLoom()
  const said: unknown[] = []
  let ask = (): unknown => undefined
  gateway.discovery.onChange(() => said.push(ask()))
  const loom = createLoom(gateway)
  ask = () => loom.getTool('builtin:thing')?.capabilities.map(({ name }) => name)
  for (const description of ['Read a file', 'Send a message']) {
    await gateway.register([{ name: 'thing', description, inputSchema: { type: 'object' } }])
  }
  expect([...said, ask()]).toEqual([['file_io'], ['notification'], ['notification']])
})
