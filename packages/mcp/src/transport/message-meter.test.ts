import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connect } from '../fixtures/connect.ts'
import { isCall, remote, startHttp, stream } from '../fixtures/http-server.ts'
import { fixture, rejection } from '../fixtures/servers.ts'
import { MessageMeter } from './message-meter.ts'

const MAX_BYTES = 10_485_760

function isTaken(text: string, maxBytes = MAX_BYTES): boolean {
  return new MessageMeter(maxBytes).push(Buffer.from(text)) === undefined
}

const list = (piece: string, times: number): string => `[{"a":[${`${piece},`.repeat(times - 1)}${piece}]}]`
const members = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, i])))

describe('MessageMeter', () => {
  it.each(['0', '""', '[]', '{}', '{"a":1}'])('takes a quarter of a million of %s and no more', (piece) => {
    const values = 262_144 / (piece.length < 2 || piece === '""' ? 1 : 2)
    expect([isTaken(list(piece, values - 4)), isTaken(list(piece, values + 1))]).toEqual([true, false])
  })

  it('takes more values of a message that may have more bytes', () => {
    expect(isTaken(list('0', 1_000_000), 10 * MAX_BYTES)).toBe(true)
  })

  it('takes 32,768 different names of members, and any number of the same', () => {
    // Names may have one hash; in 32,768 that is one pair in eight times.
    expect([isTaken(members(32_768)), isTaken(members(32_800))]).toEqual([true, false])
    expect(
      isTaken(`[${'{"one":1,"two":2},'.repeat(80_000)}0]`.replace('[', '{"a":[').replace(/0\]$/, '0]}')),
    ).toBe(true)
  })

  it('takes a batch of a hundred messages', () => {
    const batch = (count: number): string =>
      JSON.stringify(Array.from({ length: count }, () => ({ a: [1, 2] })))
    expect([isTaken(batch(100)), isTaken(batch(101))]).toEqual([true, false])
  })

  it('names the limit that is exceeded', () => {
    const batch = JSON.stringify(Array.from({ length: 101 }, () => ({})))
    const texts = ['x'.repeat(MAX_BYTES + 1), list('0', 262_145), members(32_800), batch]
    expect(texts.map((text) => new MessageMeter(MAX_BYTES).push(Buffer.from(text)))).toEqual([
      '10485760 bytes',
      '262144 values',
      '32768 names of members',
      '100 messages in a batch',
    ])
  })

  it('counts nothing in texts, and is not deceived by what stands on another line', () => {
    expect(isTaken(JSON.stringify({ a: ',[{:'.repeat(1_000_000), b: '\\",'.repeat(400_000) }))).toBe(true)
    for (const line of ['"', '"\\', '": "a', 'x"\\"'])
      for (const end of ['\n', '\r', '\r\n'])
        expect(isTaken(`: ${line}${end}data: ${list('[]', 200_000)}`)).toBe(false)
  })

  it('says the same however the text is cut, and begins again with each message', () => {
    const meter = new MessageMeter(MAX_BYTES)
    const piece = fc.constantFrom('"', '\\', ',', '[', ']', '{', '}', ':', 'a', '\n', 'ä')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 50 }), fc.nat(50), fc.boolean(), (pieces, cut, isTooMuch) => {
        const bytes = Buffer.from(`${pieces.join('')}\n${isTooMuch ? '[],'.repeat(140_000) : '1'}`)
        meter.reset()
        const excess = meter.push(bytes.subarray(0, cut)) ?? meter.push(bytes.subarray(cut))
        expect(excess).toBe(new MessageMeter(MAX_BYTES).push(bytes))
        expect(excess).toBe(isTooMuch ? '262144 values' : undefined)
      }),
    )
  })
})

describe('a message of more values than are read', () => {
  const message = expect.stringContaining('a message of more than 262144 values, which is not read')
  const ended = { code: 'MCP_CLOSED', message }

  it('ends the connection over stdio, unread', async () => {
    const connection = await connect(fixture('caller'))
    const call = connection.call('raw', { text: '{"a":DEEP}', levels: 300_000 })
    expect(await rejection(call)).toMatchObject(ended)
  })

  it.each(['application/json', 'text/event-stream'])('ends the connection over HTTP as %s', async (type) => {
    const text = list('{}', 200_000)
    const server = await startHttp((exchange) => {
      if (!isCall(exchange)) return undefined
      if (type === 'text/event-stream') return stream(exchange, `data: ${text}\n\n`)
      exchange.response.writeHead(200, { 'content-type': type }).end(text)
      return true
    })
    const connection = await connect(remote(server.url))
    expect(await rejection(connection.call('anything', {}))).toMatchObject({ message })
    expect(connection.status).toBe('closed')
  })
})
