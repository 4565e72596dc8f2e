import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rejection } from '../fixtures/servers.ts'
import { type BodyEnd, watchBody } from './body-watch.ts'

function watched(
  chunks: readonly (string | Error)[],
  { type = 'application/json', maxBytes = 1_000 }: { type?: string; maxBytes?: number } = {},
): { response: Response; ends: BodyEnd[] } {
  const waiting = [...chunks]
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const chunk = waiting.shift()
      if (chunk === undefined) controller.close()
      else if (chunk instanceof Error) controller.error(chunk)
      else controller.enqueue(Buffer.from(chunk))
    },
  })
  const ends: BodyEnd[] = []
  const given = new Response(body, { headers: { 'content-type': type } })
  return { response: watchBody(given, { maxBytes, onEnd: (end) => ends.push(end) }), ends }
}

const EVENTS = { type: 'text/event-stream; charset=utf-8' }

describe('watchBody', () => {
  it('hands on every byte however the body is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary-ascii', minLength: 1 })), async (chunks) => {
        for (const type of ['application/json', EVENTS.type]) {
          const { response, ends } = watched(chunks, { type, maxBytes: 1_000_000 })
          expect(await response.text()).toBe(chunks.join(''))
          expect(ends.map(({ tooLarge }) => tooLarge)).toEqual([undefined])
        }
      }),
    )
  })

  it('takes a body of exactly the limit and cuts one byte more off', async () => {
    const exact = watched(['123', '45'], { maxBytes: 5 })
    expect(await exact.response.text()).toBe('12345')
    const over = watched(['123', '456'], { maxBytes: 5 })
    expect(await rejection(over.response.text())).toMatchObject({ details: { reason: 'frame' } })
    expect(over.ends).toMatchObject([
      { tooLarge: { message: expect.stringContaining('more than 5 bytes') }, isResumable: false },
    ])
  })

  it.each(['\n\n', '\r\n\r\n', '\r\r'])(
    'bounds each event and not the stream of events (%j)',
    async (blank) => {
      const events = Array.from({ length: 50 }, () => `data: 0123456789${blank}`)
      const { response } = watched(events, { ...EVENTS, maxBytes: 25 })
      expect(await response.text()).toBe(events.join(''))
    },
  )

  it.each(['retry: 123456', 'retry:1234567', 'retries: 12345678901', 'data: retry: 12345678901', 'retry: x'])(
    'hands on %j as it came',
    async (line) => {
      for (const text of [`${line}\n\n`, `data: a\r\n${line}\r\n\r\n`, `a\r${line}`]) {
        expect(await watched([...text], EVENTS).response.text()).toBe(text)
        expect(await watched([text], EVENTS).response.text()).toBe(text)
      }
    },
  )

  it.each(['retry: 1234567', 'retry: 999999999999', 'retry:12345678', `retry: ${'9'.repeat(30)}`])(
    'makes a pause that fits no timer none: %j',
    async (line) => {
      for (const chunks of [[`id: 1\n${line}\ndata: 99999999999999\n\n`], [...`\r\n${line}\n\n`]]) {
        const sent = chunks.join('')
        const received = await watched(chunks, EVENTS).response.text()
        expect(received.length).toBe(sent.length)
        expect(received).not.toMatch(/^retry: ?\d+$/m)
        expect(received.replaceAll(/^retry:.*$/gm, '')).toBe(sent.replaceAll(/^retry:.*$/gm, ''))
      }
    },
  )

  it('cuts off one event that is too large', async () => {
    const { response, ends } = watched(['data: a\n\n', `data: ${'x'.repeat(50)}`], {
      ...EVENTS,
      maxBytes: 25,
    })
    await rejection(response.text())
    expect(ends).toMatchObject([{ tooLarge: { details: { reason: 'frame' } } }])
  })

  it.each([
    ['id: 7\ndata: a\n\n', true],
    ['data: a\r\nid:7\r\n\r\n', true],
    ['data: id: 7\n\n', false],
    ['data: a\n\n', false],
    ['idle: a\n\n', false],
  ])('knows whether a stream can be resumed: %j', async (text, isResumable) => {
    for (const chunks of [[text], [...text]]) {
      const { response, ends } = watched(chunks, EVENTS)
      await response.text()
      expect(ends).toEqual([{ isResumable }])
    }
  })

  it('tells of a body that breaks', async () => {
    const { response, ends } = watched(['a', new TypeError('terminated')])
    expect(await rejection(response.text())).toBeInstanceOf(TypeError)
    expect(ends).toEqual([{ isResumable: false }])
  })

  it('tells nothing when the reader loses interest', async () => {
    const { response, ends } = watched(['a', 'b'])
    await response.body?.cancel()
    expect(ends).toEqual([])
  })

  it('leaves a response without a body alone', () => {
    const response = new Response(null, { status: 204 })
    expect(watchBody(response, { maxBytes: 0, onEnd: () => {} })).toBe(response)
  })
})
