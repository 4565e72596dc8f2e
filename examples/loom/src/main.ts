// Tools that are files in a folder: what may run them is allowed by name, and a person agrees before some of them run.
import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { createGateway } from '@toolscout/gateway'
import { createBuiltinIndexer, createCustomIndexer, createLoom } from '@toolscout/loom'

const sent: unknown[] = []
const gateway = createGateway()
const loom = createLoom(gateway, {
  indexers: [
    createBuiltinIndexer([
      { name: 'file_read', description: 'Read a file', inputSchema: { type: 'object' }, execute: () => '' },
    ]),
    createCustomIndexer({
      folder: fileURLToPath(new URL('../tools', import.meta.url)),
      allowCommands: ['node'],
      handlers: {
        send: ({ text }) => {
          sent.push(text)
          return 'sent'
        },
      },
    }),
  ],
  approve: async (tool, args, { principal }) => {
    console.log(`${principal} wants to call ${tool.id} with ${JSON.stringify(args)}`)
    return principal === 'ada'
  },
})
gateway.start()

const { counts, errors } = await loom.indexAll()
console.log(counts, errors)
for (const { kind, name, tools, status } of loom.sources())
  console.log(`${kind} ${name}: ${tools} tools. ${status}`)
assert.deepEqual([counts.builtin, counts.custom], [1, 2])
// Reports the tools that the configuration does not allow; they are not registered.
assert.deepEqual(
  errors.map(({ subject, code }) => [subject, code]),
  [['steal-secrets.yaml', 'CUSTOM_TOOL_NOT_ALLOWED']],
)

const [notice] = loom.getToolsByCapability('notification')
assert.equal(notice?.id, 'custom:send_notice')
const { results } = await loom.search({ query: 'which node version is this', mode: 'fast', limit: 1 })
console.log(results[0]?.tool.id, results[0]?.confidence, results[0]?.matchReason)
const { content } = await loom.call(results[0]?.tool.id ?? '')
assert.deepEqual(content, [{ type: 'text', text: `${process.version}\n` }])

const send = async (principal: string): Promise<unknown> =>
  (await loom.call('custom:send_notice', { text: 'Cake!' }, { principal })).structuredContent?.error
assert.equal(await send('bob'), 'APPROVAL_DENIED')
assert.equal(await send('ada'), undefined)
assert.equal(await send('ada'), 'RATE_LIMITED')
assert.deepEqual(sent, ['Cake!'])

await gateway.stop()
