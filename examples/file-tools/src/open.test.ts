import { describe, expect, it } from 'vitest'
import { makeFolder, openTools } from './fixtures/folder.ts'

describe('Open (Symb 3.5)', () => {
  it('shows all lines, or those from start to end, inclusive', async () => {
    const ask = await openTools(await makeFolder({ 'a/b.txt': 'one\ntwo\r\nthree\n' }))
    expect(await ask('Open', { file: 'a/b.txt' })).toBe('Opened a/b.txt (lines 1-3):\n\none\ntwo\nthree')
    expect(await ask('Open', { file: 'a/b.txt', start: 2, end: 2 })).toBe(
      'Opened a/b.txt (lines 2-2):\n\ntwo',
    )
    expect(await ask('Open', { file: 'a/b.txt', start: 3, end: 99 })).toBe(
      'Opened a/b.txt (lines 3-3):\n\nthree',
    )
  })

  it('validates the range in words', async () => {
    const ask = await openTools(await makeFolder({ 'b.txt': 'one\ntwo\n', 'empty.txt': '' }))
    expect(await ask('Open', { file: 'b.txt', start: 3 })).toBe(
      'Start line 3 out of range (file has 2 lines)',
    )
    expect(await ask('Open', { file: 'b.txt', start: 0 })).toMatch(/^Invalid range: start is 0/)
    expect(await ask('Open', { file: 'b.txt', start: 2, end: 1 })).toBe(
      'Invalid range: end 1 is before start 2',
    )
    expect(await ask('Open', { file: 'empty.txt' })).toBe('Opened empty.txt (empty)')
    expect(await ask('Open', { file: 'empty.txt', start: 1 })).toBe(
      'Start line 1 out of range (file has 0 lines)',
    )
  })

  it('refuses what is no file to read', async () => {
    const ask = await openTools(
      await makeFolder({
        'a.bin': new Uint8Array([65, 0, 66]),
        'big.txt': 'x'.repeat(10_000_001),
        'd/x': '',
      }),
    )
    expect(await ask('Open', { file: '' })).toBe('File path cannot be empty')
    expect(await ask('Open', { file: ' ' })).toBe('File path cannot be empty')
    expect(await ask('Open', { file: 'none.txt' })).toBe('File not found: none.txt')
    expect(await ask('Open', { file: 'd' })).toBe('Not a file: d')
    expect(await ask('Open', { file: 'a.bin' })).toBe('Not a text file: a.bin')
    expect(await ask('Open', { file: 'big.txt' })).toBe('File larger than 10 MB: big.txt')
  })

  it('shows at most 500 lines, and says how to read on', async () => {
    const ask = await openTools(await makeFolder({ 'a.txt': 'line\n'.repeat(1_200) }))
    const first = (await ask('Open', { file: 'a.txt' })).split('\n')
    expect([first[0], first.length]).toEqual(['Opened a.txt (lines 1-500):', 504])
    expect(first.at(-1)).toBe('(Lines 501 to 1200 are left out. Read on with start 501.)')
    expect(await ask('Open', { file: 'a.txt', start: 1_001 })).not.toContain('left out')
  })

  it('shows at most 30,000 code points, and never half a character', async () => {
    const ask = await openTools(
      await makeFolder({
        'a.txt': `${'🦜'.repeat(9_999)}\n`.repeat(4),
        'long.txt': `${'🦜'.repeat(40_000)}\nend\n`,
      }),
    )
    const shown = await ask('Open', { file: 'a.txt' })
    expect(shown).toMatch(/\(lines 1-3\):.*\(Lines 4 to 4 are left out\. Read on with start 4\.\)$/s)
    expect(shown.match(/🦜/gu)).toHaveLength(29_997)
    const long = await ask('Open', { file: 'long.txt' })
    expect(long.match(/🦜/gu)).toHaveLength(29_999)
    expect(long).toContain('(Line 1 is longer; its first 29999 characters are shown.)')
    expect(long).toContain('Read on with start 2.')
  })
})
