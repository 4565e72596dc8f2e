import { describe, expect, it } from 'vitest'
import { createTextLines, createTextTail } from './text-tail.ts'

function tailOf(maxBytes: number, ...chunks: readonly string[]): string {
  const tail = createTextTail(maxBytes)
  for (const chunk of chunks) tail.push(Buffer.from(chunk))
  return tail.text()
}

describe('createTextTail', () => {
  it('keeps everything that fits', () => {
    expect(tailOf(20, 'first\n', 'second')).toBe('first\nsecond')
  })

  it('begins at a line when something was dropped', () => {
    expect(tailOf(12, 'token=abcdef\n', 'second\n', 'third')).toBe('third')
  })

  it('shows nothing of a line that was cut', () => {
    expect(tailOf(5, 'token=abcdefghijkl')).toBe('')
  })
})

describe('createTextLines', () => {
  const linesOf = (chunks: readonly (string | Buffer)[]): readonly string[] => {
    const lines: string[] = []
    const { push, end } = createTextLines((line) => lines.push(line))
    for (const chunk of chunks) push(Buffer.from(chunk))
    end()
    return lines
  }

  it('gives the lines of a text however it is cut, empty ones left out', () => {
    const text = 'eins\r\nzwöi\n\n  \ndrei'
    const bytes = [...Buffer.from(text)].map((byte) => Buffer.from([byte]))
    expect(linesOf([text])).toEqual(['eins', 'zwöi', 'drei'])
    expect(linesOf(bytes).map((line) => line.trim())).toEqual(['eins', 'zwöi', 'drei'])
  })

  it('gives a line that is far too long once, without its end', () => {
    const lines = linesOf([...Array.from({ length: 100 }, () => 'x'.repeat(10_000)), '\nnext\n'])
    expect(lines.map(({ length }) => length)).toEqual([65_536, 4])
  })
})
