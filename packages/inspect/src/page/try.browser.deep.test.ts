import { describe, expect, it } from 'vitest'
import { openBank } from '../fixtures/bank.ts'
import { BROWSER, HAS_BROWSER, useBrowser } from '../fixtures/browser.ts'
import { openGateway, openInspected } from '../fixtures/inspected.ts'

const BOOKING = {
  name: 'book',
  description: 'Books a room',
  inputSchema: {
    type: 'object',
    properties: {
      room: { type: 'string', description: 'Which <b>room</b>' },
      seats: { type: 'integer', minimum: 1, maximum: 9 },
      size: { enum: ['small', 'large'] },
      quiet: { type: 'boolean' },
      guests: {
        type: 'array',
        items: { type: 'object', properties: { mail: { type: 'string' } }, required: ['mail'] },
      },
      when: { type: 'object', properties: { day: { type: 'string' }, zone: { type: 'string' } } },
      extra: {},
    },
    required: ['room', 'seats'],
  },
} as const

async function inspectBooking(annotations: object = { readOnlyHint: true }) {
  const gateway = openGateway()
  const calls: unknown[] = []
  const execute = (args: unknown): string => {
    calls.push(args)
    return '<img src=x onerror=alert(1)>'
  }
  await gateway.register([{ ...BOOKING, annotations, execute }])
  return { calls, ...(await openInspected({ gateway })) }
}

describe.skipIf(!HAS_BROWSER)(`trying a tool, ${BROWSER}`, () => {
  const open = useBrowser()

  it('takes a form made of its schema, and shows what came of it as text', async () => {
    const { url, calls } = await inspectBooking()
    const page = await open(url)
    await page.getByRole('option', { name: 'book' }).click()
    const form = page.getByRole('region', { name: 'Try it' })
    await form.getByText('Which <b>room</b>').waitFor()
    await form.getByRole('button', { name: 'Run' }).click()
    await form.getByText('room is required.').waitFor()
    await form.getByLabel('room').fill('Blue\nroom')
    await form.getByLabel('seats').fill('2.5')
    await form.getByRole('button', { name: 'Run' }).click()
    await form.getByText('seats is no whole number.').waitFor()
    await form.getByLabel('seats').fill('2')
    await form.getByLabel('size').selectOption('large')
    await form.getByLabel('quiet').selectOption('false')
    await form.getByRole('button', { name: 'Add to guests' }).click()
    await form.getByLabel('mail').fill('a@b.test')
    await form.getByRole('button', { name: 'Add to guests' }).click()
    await form.getByRole('button', { name: 'Remove this of guests' }).last().click()
    await form.getByLabel('zone').fill('UTC')
    await form.getByLabel('extra').fill('{"a": [1]}')
    await form.getByRole('button', { name: 'Run' }).click()
    await form.getByText('Done', { exact: true }).waitFor()
    expect(await form.getByLabel('Result').textContent()).toBe('<img src=x onerror=alert(1)>')
    const args = {
      room: 'Blue\nroom',
      seats: 2,
      size: 'large',
      quiet: false,
      guests: [{ mail: 'a@b.test' }],
      when: { zone: 'UTC' },
      extra: { a: [1] },
    }
    expect(calls).toEqual([args])

    await form.getByRole('button', { name: 'Edit as JSON' }).click()
    const json = form.getByLabel('Arguments as JSON')
    expect(JSON.parse(await json.inputValue())).toEqual(args)
    await json.fill('{"room": ')
    await form.getByRole('button', { name: 'Run' }).click()
    await form.getByText('This is no JSON').waitFor()
    await json.fill('{"room": "Red", "seats": 10}')
    await form.getByRole('button', { name: 'Run' }).click()
    await form.getByText('Failed', { exact: true }).waitFor()
    await form.getByRole('button', { name: 'Edit as a form' }).click()
    expect(await form.getByLabel('seats').inputValue()).toBe('10')
    expect(calls).toHaveLength(1)
  })

  it('asks once more where something may be destroyed, and keeps what is filled in when the catalog changes', async () => {
    const { url, calls } = await inspectBooking({ destructiveHint: true })
    const page = await open(url)
    await page.getByRole('option', { name: 'book' }).click()
    const form = page.getByRole('region', { name: 'Try it' })
    await form.getByLabel('room').fill('Blue')
    await form.getByLabel('seats').fill('2')
    await form.getByLabel('seats').press('Control+Enter')
    await form.getByText('may change or destroy something').waitFor()
    expect(calls).toEqual([])
    await form.getByRole('button', { name: 'Run it all the same' }).click()
    await form.getByText('Done', { exact: true }).waitFor()
    expect(calls).toEqual([{ room: 'Blue', seats: 2 }])
  })

  it('is not offered where the address lets only look', async () => {
    const { url } = await inspectBooking()
    const page = await open(url.replace(/&act=.*/, ''))
    await page.getByRole('option', { name: 'book' }).click()
    await page.getByText('To try it, open the whole address').waitFor()
    expect(await page.getByRole('button', { name: 'Run' }).count()).toBe(0)
  })

  it('approves what was looked at', async () => {
    const { gateway, offer } = openBank()
    offer('Pays a bill.')
    offer('Pays a bill twice.')
    const page = await open((await openInspected({ gateway })).url)
    await page.getByRole('link', { name: 'Changes 1', exact: true }).click()
    await page.getByRole('button', { name: 'Approve bank:pay' }).click()
    await page.getByText('All definitions are the ones that are trusted').waitFor()
    expect((await gateway.pins()).find(({ id }) => id === 'bank:pay')?.state).toBe('pinned')
  })

  it('connects a server again, and says why not', async () => {
    const gateway = openGateway({ limits: { maxFailures: 1 } })
    gateway.addServer({ name: 'dead', transport: 'http', url: 'http://127.0.0.1:9/mcp' })
    gateway.start()
    await gateway.settled({ timeoutMs: 20_000 })
    const page = await open((await openInspected({ gateway })).url)
    await page.getByRole('link', { name: 'Servers', exact: true }).click()
    await page.getByRole('button', { name: 'Reconnect dead' }).click()
    await page.getByRole('alert').getByText('Cannot connect to "dead"').waitFor()
    await page.getByRole('button', { name: 'Reconnect dead' }).waitFor()
  })
})
