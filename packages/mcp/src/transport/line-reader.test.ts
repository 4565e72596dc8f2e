import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLineReader } from './lines.ts'

function read(chunks: readonly Uint8Array[], maxBytes = 1_000_000): { lines: string[]; taken: boolean[] } {
  const lines: string[] = []
  const reader = createLineReader(maxBytes, (line) => lines.push(line))
  return { lines, taken: chunks.map((chunk) => reader.push(chunk) === undefined) }
}

describe('createLineReader', () => {
  it('gives the same lines however the bytes are cut', () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ''))
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat(20)), (lines, cuts) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''), 'utf8')
        const chunks: Buffer[] = []
        let start = 0
        for (const cut of cuts) {
          chunks.push(bytes.subarray(start, start + cut))
          start = Math.min(start + cut, bytes.length)
        }
        expect(read([...chunks, bytes.subarray(start)]).lines).toEqual(lines)
      }),
    )
  })

  it('keeps a line that has not ended', () => {
    expect(read([Buffer.from('half')]).lines).toEqual([])
  })

  it('takes a line of exactly the limit and refuses one byte more', () => {
    expect(read([Buffer.from('12345\n')], 5)).toEqual({ lines: ['12345'], taken: [true] })
    expect(read([Buffer.from('1\n123456\n')], 5)).toEqual({ lines: ['1'], taken: [false] })
  })

  it('refuses a line that never ends as soon as it is too long', () => {
    expect(read([Buffer.from('123'), Buffer.from('456')], 5).taken).toEqual([true, false])
  })

  it('reads a line of 10 MB in small pieces without copying it again and again', () => {
    const piece = Buffer.alloc(1_000, 'x')
    const { lines } = read([...Array.from({ length: 10_000 }, () => piece), Buffer.from('\n')], 20_000_000)
    expect(lines[0]).toHaveLength(10_000_000)
  })
})
