import { describe, expect, it } from 'vitest'
import { catalogGateway } from '../../fixtures/catalog-gateway.ts'
import { callOf, foundIds, textOf } from '../../fixtures/exposure-call.ts'
import { createMetaExposure } from './meta-exposure.ts'

const tool = (name: string, description: string, parameters: readonly string[]) => ({
  name,
  description,
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(parameters.map((key) => [key, { type: 'string' }])),
  },
})

const ask = async (tools: Parameters<typeof catalogGateway>[0]['tools'], args: object) => {
  const result = await createMetaExposure(await catalogGateway({ tools })).call(
    'search_tools',
    args,
    callOf(),
  )
  return { text: textOf(result), ids: foundIds(result) }
}

describe('tools of several servers with one name', () => {
  it('share a line where they are the same, and programs get them all', async () => {
    const same = tool('send_mail', 'Send a mail', ['to', 'text'])
    const { text, ids } = await ask(
      { a: [same], b: [same], c: [{ ...same, name: 'sendMail' }], d: [same], e: [same] },
      { query: 'send mail' },
    )
    expect(text.split('\n').slice(1)).toEqual([
      'a:send_mail(to?: string, text?: string)',
      '  Send a mail [the same: b:send_mail, c:sendMail, d:send_mail and 1 more]',
    ])
    expect([...ids].sort()).toEqual([
      'a:send_mail',
      'b:send_mail',
      'c:sendMail',
      'd:send_mail',
      'e:send_mail',
    ])
  })

  it('differ in the parameters that the line names', async () => {
    const { text } = await ask(
      {
        a: [tool('send_mail', 'Send a mail', ['to', 'text'])],
        b: [tool('send_mail', 'Send a mail', ['to', 'html', 'cc'])],
      },
      { query: 'send mail' },
    )
    expect(text).toContain('[unlike a:send_mail has html, cc, lacks text]')
  })

  it('may take the same and say something else of it', async () => {
    const { text } = await ask(
      { a: [tool('send_mail', 'Send a mail', ['to'])], b: [tool('send_mail', 'Mail somebody', ['to'])] },
      { query: 'send mail' },
    )
    expect(text).toContain('b:send_mail(to?: string)\n  Mail somebody [same parameters as a:send_mail]')
  })

  it('are named where they have no line of their own', async () => {
    const tools = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((server) => [
        server,
        [tool('send_mail', `Send a mail ${server}`, [])],
      ]),
    )
    const { text } = await ask(tools, { query: 'send mail', limit: 2 })
    expect(text).toMatch(/^a:send_mail\(\)\n {2}.* \[same name: (?:[b-g]:send_mail(?:, )?){3} and 2 more\]$/m)
    expect(text.match(/^\w:send_mail/gm)).toHaveLength(2)
  })

  it('of one server are two tools', async () => {
    const same = { description: 'Send a mail', inputSchema: { type: 'object' } }
    const { ids, text } = await ask(
      {
        a: [
          { ...same, name: 'mail1' },
          { ...same, name: 'mail2' },
        ],
      },
      { query: 'send mail' },
    )
    expect(ids).toHaveLength(2)
    expect(text).not.toContain('[')
  })
})
