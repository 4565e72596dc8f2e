import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { readLexicon } from './read-lexicon.ts'

const read = (...sources: readonly string[]): { readonly [root: string]: readonly string[] } =>
  Object.fromEntries([...readLexicon(sources, createAnalyzer())].map(([root, meant]) => [root, [...meant]]))

describe('a lexicon', () => {
  it('links the words of a line with each other, by their roots', () => {
    expect(read('photos image\n# comment words\n\npicture photo')).toEqual({
      'photo*': ['imag*', 'pictur*'],
      'imag*': ['photo*'],
      'pictur*': ['photo*'],
    })
  })

  it('links left to right where a line has an arrow', () => {
    expect(read('umbrella rain > weather')).toEqual({ 'umbrella*': ['weather*'], 'rain*': ['weather*'] })
  })

  it('takes lines that say nothing', () => {
    expect(read('', '>', 'alone', ' > nothing', 'the a an')).toEqual({})
  })
})
