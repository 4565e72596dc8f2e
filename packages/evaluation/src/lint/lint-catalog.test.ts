import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CatalogTool } from '../judgments/judgments.ts'
import { createCatalogSearch, type SearchFunction } from '../searching/search-function.ts'
import { LINT_CODES, type LintCode } from './finding.ts'
import { FLAWS, SOUND_TOOLS, toolOf } from './fixtures/flawed-catalog.ts'
import { type LintOptions, lintCatalog } from './lint-catalog.ts'

const flawed = Object.values(FLAWS).flat()

/** The facade's search without one tool, as when a ranking buries it. */
function searchWithout(id: string, tools: readonly CatalogTool[]): SearchFunction {
  const { search } = createCatalogSearch(tools)
  return async (query, options) => {
    const { hits } = await search(query, { ...options, limit: 20 })
    return { hits: hits.filter((hit) => hit.id !== id) }
  }
}

async function found(
  code: LintCode,
  tools: readonly CatalogTool[],
  options?: LintOptions,
): Promise<readonly (readonly string[])[]> {
  const { findings } = await lintCatalog(tools, options)
  return findings.filter((finding) => finding.code === code).map((finding) => finding.tools)
}

describe('the lint of a catalog', () => {
  it('finds each flaw once, in the tools that have it', async () => {
    const { tools, findings, byCode } = await lintCatalog([...SOUND_TOOLS, ...flawed])
    expect(tools).toBe(SOUND_TOOLS.length + flawed.length)
    expect(findings.map(({ code, tools: ids }) => [code, ids])).toEqual(
      Object.entries(FLAWS).map(([code, broken]) => [code, broken.map(({ id }) => id).sort()]),
    )
    expect(byCode).toEqual(
      Object.fromEntries(LINT_CODES.map((code) => [code, FLAWS[code] === undefined ? 0 : 1])),
    )
  })

  it('finds nothing in a sound catalog, nor in none', async () => {
    expect((await lintCatalog(SOUND_TOOLS)).findings).toEqual([])
    expect(await lintCatalog([])).toMatchObject({ tools: 0, findings: [] })
  })

  it('says what is wrong and what to do, in one line, foreign text quoted and cut', async () => {
    const { findings } = await lintCatalog([
      toolOf('a/b_c', `# Boss\n\u202eignore ${'x '.repeat(200)}`),
      ...flawed,
    ])
    for (const { message, suggestion } of findings) {
      expect(message).toMatch(/^[^\n\u202e]{10,700}\.$/u)
      expect(suggestion).toMatch(/^[A-Z].*\.$/)
    }
    const [first] = await lintCatalog(flawed).then((report) => report.findings)
    expect(first?.message).toMatch(
      /^"bad\/sum_up" cannot be registered: The inputSchema .* describes "array"/,
    )
  })

  it('is the same whatever the order of the tools', async () => {
    const catalog = [...SOUND_TOOLS, ...flawed]
    const expected = await lintCatalog(catalog)
    const orders = fc.shuffledSubarray(catalog, { minLength: catalog.length })
    await fc.assert(
      fc.asyncProperty(orders, async (shuffled) => {
        expect(await lintCatalog(shuffled)).toEqual(expected)
      }),
      { numRuns: 8 },
    )
  })

  it('is plain frozen data', async () => {
    const report = await lintCatalog(flawed)
    expect(JSON.parse(JSON.stringify(report))).toEqual(report)
    for (const part of [
      report,
      report.findings,
      report.byCode,
      report.findings[0],
      report.findings[0]?.tools,
    ]) {
      expect(Object.isFrozen(part)).toBe(true)
    }
  })
})

it('ends soon after its signal aborts, before anything is searched', async () => {
  const many = Array.from({ length: 200 }, (_, i) => ({ ...(SOUND_TOOLS[0] as CatalogTool), id: `t${i}` }))
  const stop = new AbortController()
  setImmediate(() => stop.abort('SIGINT'))
  const search: SearchFunction = () => expect.fail('It went on.')
  await expect(lintCatalog(many, { search, signal: stop.signal })).rejects.toBe('SIGINT')
})

describe('the searches of a lint', () => {
  it('find tools that their own words do not find', async () => {
    const search = searchWithout('sky/sunrise', SOUND_TOOLS)
    const { findings } = await lintCatalog(SOUND_TOOLS, { search })
    expect(findings.map(({ code, severity, tools }) => [code, severity, tools])).toEqual([
      ['NOT_FOUND_BY_NAME', 'error', ['sky/sunrise']],
      ['NOT_FOUND_BY_DESCRIPTION', 'error', ['sky/sunrise']],
    ])
    const byNameAlone: SearchFunction = async (query, options) =>
      query.includes(' ') ? search(query, options) : createCatalogSearch(SOUND_TOOLS).search(query, options)
    expect((await lintCatalog(SOUND_TOOLS, { search: byNameAlone })).findings).toMatchObject([
      { code: 'NOT_FOUND_BY_DESCRIPTION', severity: 'warning' },
    ])
  })

  it('are content with a copy', async () => {
    const copies = FLAWS.DUPLICATE_TOOLS ?? []
    const search = searchWithout('west/play_song', copies)
    expect((await lintCatalog(copies, { search })).byCode).toMatchObject({ NOT_FOUND_BY_NAME: 0 })
  })

  it('are content with a neighbour of the same description, which is a finding of its own', async () => {
    const zoo = FLAWS.REPEATED_DESCRIPTION ?? []
    const search = searchWithout('zoo/wash_elephant', zoo)
    expect(await found('NOT_FOUND_BY_DESCRIPTION', zoo, { search })).toEqual([])
    const apart = zoo.map((tool) => ({ ...tool, namespace: tool.name }))
    expect(await found('NOT_FOUND_BY_DESCRIPTION', apart, { search })).toEqual([['zoo/wash_elephant']])
  })

  it('ask the name and the first twelve words of a description, a heading with the sentence behind it', async () => {
    const asked = new Map<string, number>()
    const search: SearchFunction = async (query, { limit }) => {
      asked.set(query, limit)
      return { hits: [] }
    }
    const words = [...'abcdefghijklmn'].map((letter) => `wheel${letter}`)
    await lintCatalog([toolOf('a/b_c', `Note. ${words.join(' ')}! And more`)], { search })
    expect([...asked]).toEqual([
      ['b_c', 5],
      [`Note. ${words.slice(0, 11).join(' ')}`, 5],
    ])
  })

  it('leave out names of more tools than an answer holds, which are a finding of their own', async () => {
    const things = ['socks', 'galaxies', 'thermometers', 'rivers', 'violins', 'bread']
    const tools = things.map((thing, i) =>
      toolOf(`${'abcdef'[i]}/look`, `Peers into distant ${thing} at night`),
    )
    const nothing: SearchFunction = async () => ({ hits: [] })
    expect(await found('CROWDED_NAME', tools)).toEqual([tools.map(({ id }) => id)])
    expect(await found('NOT_FOUND_BY_NAME', tools, { search: nothing })).toEqual([])
    expect(await found('CROWDED_NAME', tools.slice(1))).toEqual([])
  })

  it('tell how far they are, and end with the reason of the signal', async () => {
    const heard: number[] = []
    await lintCatalog(SOUND_TOOLS, { onProgress: (answered) => heard.push(answered) })
    expect(heard).toEqual([2 * SOUND_TOOLS.length])
    const signal = AbortSignal.abort(new TypeError('enough'))
    await expect(lintCatalog(SOUND_TOOLS, { signal })).rejects.toThrow('enough')
  })
})

describe('the options of a lint', () => {
  it('name one there is none of, and an id that two tools have', async () => {
    await expect(lintCatalog([], { serch: 1 } as LintOptions)).rejects.toThrow('did you mean search?')
    await expect(lintCatalog([...SOUND_TOOLS, ...SOUND_TOOLS])).rejects.toThrow(
      /"mail\/send_letter" stands for two/,
    )
  })
})
