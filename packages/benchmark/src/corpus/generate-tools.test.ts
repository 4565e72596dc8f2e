import { parseTool } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { type CorpusProfile, profileCorpus } from './corpus-profile.ts'
import { generateTools } from './generate-tools.ts'

describe('the corpus', () => {
  it('is the same for the same seed, another for another', () => {
    const [one, same, other] = [3, 3, 4].map((seed) =>
      JSON.stringify([...generateTools({ seed, count: 300 })]),
    )
    expect(same).toBe(one)
    expect(other).not.toBe(one)
  })

  it('begins with the smaller corpus, and goes on anywhere', () => {
    const all = [...generateTools({ seed: 9, count: 400 })]
    expect([...generateTools({ seed: 9, count: 150 })]).toEqual(all.slice(0, 150))
    expect([...generateTools({ seed: 9, count: 100, start: 250 })]).toEqual(all.slice(250, 350))
    expect([...generateTools({ seed: 9, count: 0 })]).toEqual([])
  })

  it('stays as it is: figures of different days are figures of one corpus', () => {
    const [tool] = generateTools({ seed: 1, count: 1, start: 20 })
    expect(tool).toMatchSnapshot()
  })

  it('has every id once, and only tools that can be registered', () => {
    const tools = [...generateTools({ seed: 2, count: 2_000 })]
    expect(new Set(tools.map(({ id }) => id)).size).toBe(tools.length)
    for (const definition of tools) {
      const { tool, notices } = parseTool(definition)
      expect(tool.id).toBe(definition.id)
      expect(notices).toEqual([])
    }
  })

  it('has about 15 tools a server', () => {
    const servers = new Set([...generateTools({ seed: 1, count: 10_000 })].map(({ namespace }) => namespace))
    expect(10_000 / servers.size).toBeGreaterThan(13)
    expect(10_000 / servers.size).toBeLessThan(17)
  })

  it('refuses a seed that is no whole number', () => {
    for (const seed of [-1, 0.5, Number.NaN]) {
      expect(() => [...generateTools({ seed, count: 1 })]).toThrow(RangeError)
    }
  })
})

/** Counted in 179 tools of real MCP servers, function words set aside where it says content. */
const REAL = {
  nameWords: { mean: 2.8 },
  descriptionWords: { mean: 22.7, p50: 12, p90: 46 },
  parameters: { mean: 4.2, p90: 8 },
  parameterWords: { mean: 10.7, p50: 6, p90: 24 },
  words: { mean: 75.6 },
  contentWords: { mean: 54.2 },
  distinctWords: { mean: 30.3 },
} as const
/** How far a mean or a percentile may be off, as a share of the real one. */
const LENGTH_TOLERANCE = 0.12
/** Share of real tools that hold the content word of a rank. */
const REAL_SHARES = [
  [1, 0.61],
  [10, 0.25],
  [50, 0.11],
  [100, 0.062],
  [200, 0.034],
  [500, 0.011],
] as const
/** The head is a few words whose shares differ from catalog to catalog. */
const SHARE_TOLERANCE = 0.25
const VOCABULARY_TOLERANCE = 0.12

describe.each([
  { count: 1_000, vocabulary: 2_700 },
  { count: 10_000, vocabulary: 16_000 },
])('the corpus of $count tools', ({ count, vocabulary }) => {
  const profile: CorpusProfile = profileCorpus([...generateTools({ seed: 1, count })])

  it('has names, descriptions and parameters as long as real ones', () => {
    for (const [what, figures] of Object.entries(REAL)) {
      for (const [figure, real] of Object.entries(figures)) {
        const made = profile[what as keyof typeof REAL][figure as 'mean']
        expect(Math.abs(made / real - 1), `${what} ${figure} ${made}`).toBeLessThan(LENGTH_TOLERANCE)
      }
    }
  })

  it('has words as frequent as real ones', () => {
    for (const [rank, real] of REAL_SHARES) {
      const made = profile.toolShareAtRank(rank)
      expect(Math.abs(made / real - 1), `rank ${rank} ${made}`).toBeLessThan(SHARE_TOLERANCE)
    }
    expect(profile.zipfExponent).toBeGreaterThan(0.85)
    expect(profile.zipfExponent).toBeLessThan(0.95)
  })

  it('has as many different words', () => {
    expect(Math.abs(profile.vocabulary / vocabulary - 1)).toBeLessThan(VOCABULARY_TOLERANCE)
  })
})
