import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { openGateway, openInspected, TOOLS } from '../fixtures/inspected.ts'

async function listen({
  port,
  host,
  token,
}: {
  readonly port: number
  readonly host: string
  readonly token: string
}) {
  const headers = { host, authorization: `Bearer ${token}` }
  const request = get({ host: '127.0.0.1', port, path: '/api/news', headers })
  request.on('error', () => {})
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.setEncoding('utf8')
  response.on('error', () => {})
  let text = ''
  const waiting = new Set<() => void>()
  response.on('data', (piece: string) => {
    text += piece
    for (const look of waiting) look()
  })
  const received = (wanted: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (text.includes(wanted)) resolve()
      }
      waiting.add(look)
      look()
    })
  return { response, received, text: () => text }
}

describe('news', () => {
  it('say what to read again, once for much', async () => {
    const gateway = openGateway()
    const inspected = await openInspected({ gateway })
    const { received, text, response } = await listen(inspected)
    expect(response.headers['content-type']).toBe('text/event-stream')
    await received(':\n\n')
    await gateway.register(TOOLS)
    await gateway.search('issue')
    await received('data: ["catalog","activity"]\n\n')

    expect(text().match(/data/g)).toHaveLength(1)
  })

  it('end when the inspector does, however many listen', async () => {
    const inspected = await openInspected({ gateway: openGateway() })
    const streams = await Promise.all(Array.from({ length: 5 }, () => listen(inspected)))
    const ended = Promise.all(streams.map(({ response }) => once(response, 'close')))
    await inspected.close()
    await ended
  })

  it('are for so many pages at once', async () => {
    const inspected = await openInspected({ gateway: openGateway() })
    await Promise.all(Array.from({ length: 32 }, () => listen(inspected)))
    expect((await inspected.send('/api/news')).status).toBe(503)
  })
})
