// Ten lines of agent code: register functions, find the one that fits, run it.
import assert from 'node:assert/strict'
import { createDiscovery, defineTool } from '@toolscout/discovery'
import { z } from 'zod'

const scout = createDiscovery()

await scout.register({
  convert_currency: defineTool({
    description: 'Convert an amount of money from one currency into another at the rate of the day',
    inputSchema: z.object({ amount: z.number(), from: z.string().length(3), to: z.string().length(3) }),
    execute: ({ amount, from, to }) => `${amount} ${from} are ${(amount * 0.93).toFixed(2)} ${to}`,
  }),
  sendMail: defineTool({
    description: 'Send an e-mail to one or more people',
    inputSchema: z.object({ to: z.array(z.string()), subject: z.string(), body: z.string().default('') }),
    execute: ({ to, subject }) => `"${subject}" is on its way to ${to.join(', ')}`,
  }),
  listCalendarEvents: {
    description: 'List the events of a calendar between two dates',
    inputSchema: z.object({ start: z.string(), end: z.string() }),
    execute: () => ({ events: [{ title: 'Stand-up', at: '2026-11-23T09:00' }] }),
  },
})

const { hits } = await scout.search('exchange money into another currency')
console.log('Found:', hits.map(({ id, score }) => `${id} (${score.toFixed(2)})`).join(', '))

const [best] = hits
assert.equal(best?.id, 'convert_currency')
console.log('Best:', best.summary.summary)

const result = await scout.call(best.id, { amount: 50, from: 'USD', to: 'EUR' })
console.log('Result:', result.content)
assert.deepEqual(result.content, [{ type: 'text', text: '50 USD are 46.50 EUR' }])

// Arguments that do not fit are an answer the model can mend its call with, not an exception.
const refused = await scout.call('sendMail', { to: 'bob@example.org', subject: 'Hi' })
console.log('Refused:', refused.content)
assert.equal(refused.isError, true)

await scout.close()
