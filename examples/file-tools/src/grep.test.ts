import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder, openTools } from './fixtures/folder.ts'

describe('Grep (Symb 3.5, 3.9)', () => {
  it('finds files by base name or relative path, in order', async () => {
    const ask = await openTools(
      await makeFolder({ 'src/b.ts': '', 'src/a.ts': '', 'docs/ts.md': '', 'B.ts': '', 'a.txt': '' }),
    )
    expect(await ask('Grep', { pattern: '^[ab]\\.TS$' })).toBe('Found 3 files:\nB.ts\nsrc/a.ts\nsrc/b.ts')
    expect(await ask('Grep', { pattern: 'src/a' })).toBe('Found 1 file:\nsrc/a.ts')
    expect(await ask('Grep', { pattern: 'B', case_sensitive: true })).toBe('Found 1 file:\nB.ts')
    expect(await ask('Grep', { pattern: 'nothing' })).toBe('No matches found')
  })

  it('finds lines', async () => {
    const ask = await openTools(await makeFolder({ 'b.txt': 'Ada\nnobody\nada', 'a/a.txt': 'x\nADA\n' }))
    const args = { pattern: 'ada', content_search: true }
    expect(await ask('Grep', args)).toBe('Found 3 matches:\na/a.txt:2:ADA\nb.txt:1:Ada\nb.txt:3:ada')
    expect(await ask('Grep', { ...args, case_sensitive: true })).toBe('Found 1 match:\nb.txt:3:ada')
  })

  it('leaves out .git, binary files, links, and files over 10 MB, of which it tells', async () => {
    const folder = await makeFolder({
      '.git/config': 'Ada',
      'sub/.git': 'Ada',
      'late.bin': new Uint8Array([...new TextEncoder().encode('Ada '.repeat(5_000)), 0]),
      'big.txt': 'Ada\n'.repeat(2_500_001),
      'a.txt': 'Ada',
    })
    await symlink('a.txt', join(folder, 'link.txt'))
    await symlink('.', join(folder, 'loop'))
    const ask = await openTools(folder)
    expect(await ask('Grep', { pattern: 'Ada', content_search: true })).toBe(
      'Found 1 match:\na.txt:1:Ada\n\n(Not searched, too large or unreadable: 1.)',
    )
    expect(await ask('Grep', { pattern: '.' })).toBe('Found 3 files:\na.txt\nbig.txt\nlate.bin')
  })

  it('heeds every .gitignore, the nearest first', async () => {
    const ask = await openTools(
      await makeFolder({
        '.gitignore': '# made\n*.log\n/build/\n!keep.log\nCase\n',
        'a.log': '',
        'keep.log': '',
        'build/x': '',
        case: '',
        Case: '',
        'sub/.gitignore': '!b.log\n/own\n',
        'sub/b.log': '',
        'sub/c.log': '',
        'sub/own': '',
        'sub/build/y': '',
        'sub/deep/own': '',
      }),
    )
    expect(await ask('Grep', { pattern: '.' })).toBe(
      [
        'Found 7 files:',
        ...['.gitignore', 'case', 'keep.log', 'sub/.gitignore', 'sub/b.log', 'sub/build/y', 'sub/deep/own'],
      ].join('\n'),
    )
  })

  it('never gives more than max_results, also within one file, and says when there is more', async () => {
    const ask = await openTools(await makeFolder({ 'a.txt': 'x\n'.repeat(5), 'b.txt': 'x\n'.repeat(600) }))
    const count = async (max_results: number): Promise<readonly [number, boolean]> => {
      const answer = await ask('Grep', { pattern: 'x', content_search: true, max_results })
      return [answer.match(/\.txt:/g)?.length ?? 0, answer.includes('(Results limited to')]
    }
    expect(await count(3)).toEqual([3, true])
    expect(await count(7)).toEqual([7, true])
    expect(await count(0)).toEqual([100, true])
    expect(await count(-1)).toEqual([100, true])
    expect(await count(10_000)).toEqual([500, true])
    const exact = await ask('Grep', { pattern: 'a', max_results: 1 })
    expect(exact).toBe('Found 1 file:\na.txt')
  })

  it('shows at most 30,000 code points, and of one line 500', async () => {
    const ask = await openTools(await makeFolder({ 'a.txt': `${'🦜'.repeat(600)}\n`.repeat(200) }))
    const answer = await ask('Grep', { pattern: '🦜', content_search: true, max_results: 200 })
    expect([...answer].length).toBeLessThan(30_200)
    expect(answer).toMatch(/^Found 58 matches:\n/)
    expect(answer).toContain(`a.txt:1:${'🦜'.repeat(499)}…\n`)
    expect(answer).toContain('(Results limited to 58; there are more.')
  })

  it('takes linear time, whatever the pattern, and refuses what it cannot run', async () => {
    const ask = await openTools(await makeFolder({ 'a.txt': `${'a'.repeat(60_000)}!\n` }))
    expect(await ask('Grep', { pattern: '(a+)+$', content_search: true })).toBe('No matches found')
    expect(await ask('Grep', { pattern: '' })).toBe('Pattern cannot be empty')
    expect(await ask('Grep', { pattern: '(' })).toMatch(/^Search failed: /)
    expect(await ask('Grep', { pattern: '(?=a)' })).toMatch(/^Search failed: /)
    expect(await ask('Grep', { pattern: '((a{50}){50}){50}' })).toMatch(/^Search failed: /)
    expect(await ask('Grep', { pattern: 'a'.repeat(1_001) })).toBe('Search failed: the pattern is too long')
  })

  it('searches the beginning of a very long line, and says so, where Symb left out the file', async () => {
    const ask = await openTools(await makeFolder({ 'a.txt': `Ada${' '.repeat(70_000)}Eve\nAda\n` }))
    expect(await ask('Grep', { pattern: 'ada', content_search: true })).toMatch(
      /^Found 2 matches:.*\(Lines of which only the beginning was searched: 1\.\)$/s,
    )
    expect(await ask('Grep', { pattern: 'eve', content_search: true })).toContain('No matches found')
  })

  it('ends when nobody waits for it', async () => {
    const folder = await makeFolder({ 'a.txt': 'x' })
    await writeFile(join(folder, 'b.txt'), 'x\n'.repeat(3_000_000))
    const ask = await openTools(folder)
    const controller = new AbortController()
    const answer = ask('Grep', { pattern: 'y', content_search: true }, { signal: controller.signal })
    setImmediate(() => controller.abort(new RangeError('enough')))
    expect(await answer).toMatch(/cancel|enough/i)
  })
})
