import { describe, expect, it } from 'vitest'
import { createTextTail } from './server-process.ts'

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
