import assert from 'node:assert/strict'
import type { Searcher } from '@toolscout/model'
import type { Obligation } from './obligation.ts'
import { sketchDocument } from './search-documents.ts'

/** The obligation about queries of any text. */
export function anyTextObligation(): Obligation<Searcher> {
  return {
    name: 'Any text is a legal query; what a searcher refuses (a pattern it cannot run) is a typed error',
    check: async (create) => {
      const searcher = await create()
      const document = sketchDocument({ name: 'tool', description: 'naïve 天气 x' })
      searcher.apply({ upserts: [document], removals: [] })
      const signs = [...'+-/\\:;\'"()[]{}*?!@#$%^&|~<>=,.`']
      const odd = [
        'NEAR(a b)',
        'name:x',
        '__proto__',
        'constructor',
        'x'.repeat(100_000),
        '👍',
        '\ud800',
        '\u0000',
      ]
      for (const query of [...signs, signs.join(' '), ...odd]) {
        await searcher.search({ query, limit: 1_000 }).catch((error: unknown) => {
          assert.match(String(Reflect.get(error as object, 'code')), /^[A-Z_]+$/)
        })
      }
    },
  }
}
