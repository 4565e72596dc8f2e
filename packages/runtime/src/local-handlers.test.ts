import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { toLocalHandler } from './local-handlers.ts'

describe('arguments', () => {
  const read = async (validate: (value: unknown) => unknown, callable = false): Promise<unknown> => {
    const standard = { '~standard': { version: 1, vendor: 'own', validate } }
    const schema = callable ? Object.assign(() => {}, standard) : standard
    return toLocalHandler({ definition: { inputSchema: schema }, handler: () => 1 })?.read({ a: 1 })
  }

  it('have what zod adds and changes', async () => {
    const inputSchema = z.object({ days: z.number().default(3), city: z.string().trim() })
    const handler = toLocalHandler({ definition: { inputSchema }, handler: () => 1 })
    expect(await handler?.read({ city: ' Rome ' })).toEqual({ ok: true, value: { days: 3, city: 'Rome' } })
  })

  it('are read by callable schemas as well', async () => {
    expect(await read(() => ({ value: 'read' }), true)).toEqual({ ok: true, value: 'read' })
  })

  it('are refused in bounded words', async () => {
    const issue = { message: `no\n\u202e${'x'.repeat(1_000)}`, path: [{ key: 'a' }, 0] }
    const reading = (await read(() => ({ issues: Array(100).fill(issue) }))) as { problems: string[] }
    expect(reading.problems).toHaveLength(20)
    expect(reading.problems[0]).toMatch(/^\/a\/0: no \\u\{202e\}x+…$/)
    expect([...(reading.problems[0] as string)]).toHaveLength(300)
  })

  it('are refused when checking them throws', async () => {
    const fail = (): never => {
      throw new TypeError('broken check')
    }
    expect(await read(fail)).toEqual({ ok: false, problems: ['Checking them failed: broken check'] })
  })
})
