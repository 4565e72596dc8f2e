import { describe, expect, it } from 'vitest'
import { drawCorpus } from './draw-corpus.ts'
import { readRealText } from './read-real-text.ts'
import { recombineTools } from './recombine-tools.ts'

const text = await readRealText([], 1)

describe('real text', () => {
  it('is the small set of the repository without folders: each tool and each request once', () => {
    expect(text.tools.length).toBeGreaterThan(40)
    expect(new Set(text.tools.map(({ id }) => id)).size).toBe(text.tools.length)
    expect(new Set(text.requests).size).toBe(text.requests.length)
  })

  it('rejects a folder without a set', async () => {
    await expect(readRealText(['no-such-folder'], 1)).rejects.toMatchObject({
      code: 'EVALUATION_FILE_MISSING',
    })
  })
})

describe('recombined tools', () => {
  const first = [...recombineTools(text, { seed: 1, count: 400 })]

  it('begin with the real ones', () => {
    expect(first.slice(0, text.tools.length)).toEqual(text.tools)
  })

  it('are the same for the same seed, and those of a smaller corpus come first', () => {
    expect([...recombineTools(text, { seed: 1, count: 900 })].slice(0, 400)).toEqual(first)
    expect([...recombineTools(text, { seed: 1, count: 100, start: 300 })]).toEqual(first.slice(300))
    expect([...recombineTools(text, { seed: 2, count: 400 })]).not.toEqual(first)
  })

  it('have an id each, a name, and sentences of real tools', () => {
    expect(new Set(first.map(({ id }) => id)).size).toBe(400)
    const real = text.tools.map(({ description }) => description).join('\n')
    for (const { id, name, namespace, description } of first) {
      expect(id).toBe(`${namespace}:${name}`)
      expect(name).not.toBe('')
      for (const sentence of description.split(/(?<=[.!?\n])\s+/)) expect(real).toContain(sentence)
    }
  })
})

describe('a corpus', () => {
  it('is of real text where it has one, and made up without', () => {
    expect([...drawCorpus({ tools: 3, seed: 1, text }, 3)]).toEqual(text.tools.slice(0, 3))
    expect([...drawCorpus({ tools: 3, seed: 1 }, 3)]).not.toEqual(text.tools.slice(0, 3))
  })
})
