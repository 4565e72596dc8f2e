import { describe, expect, it } from 'vitest'
import { createProgress } from './progress.ts'

describe('progress', () => {
  it('writes over its own line on a terminal, cut to fit, and leaves nothing behind', () => {
    const written: string[] = []
    const progress = createProgress({
      isTTY: true,
      columns: 10,
      write: (text: string) => written.push(text) > 0,
    })
    progress.show('one')
    progress.show('longer than the terminal')
    progress.clear()
    expect(written).toEqual(['\r\u001b[Kone', '\r\u001b[Klonger th', '\r\u001b[K'])
  })

  it('writes nothing where there is no terminal', () => {
    const written: string[] = []
    const progress = createProgress({ write: (text: string) => written.push(text) > 0 })
    progress.show('one')
    progress.clear()
    expect(written).toEqual([])
  })
})
