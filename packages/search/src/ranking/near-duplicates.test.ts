import { SEARCH_FIELDS } from '@toolscout/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { createDocumentReader } from '../analysis/document-reader.ts'
import type { DocumentTokens } from '../analysis/tokens.ts'
import { SearchedIndex } from '../kernel/fixtures/searched-index.ts'
import { createSectionWriter } from '../snapshot/sections.ts'
import { createDiversification } from './lowering.ts'
import { NearDuplicates } from './near-duplicates.ts'
import { Servers } from './servers.ts'
import { LEXICAL_BM25F } from './signals.ts'

const analyzer = createAnalyzer()
const reader = createDocumentReader(analyzer)
/** A tool of nothing but a name. */
const read = (name: string): DocumentTokens =>
  reader.read(SEARCH_FIELDS.map((field) => (field === 'name' ? name : '')))
const LONG =
  'Sends a message to a channel of the team with text, attachments, mentions, reactions, threads, links, ' +
  'emoji, reminders, polls, buttons, menus, files, images, sound and video'

interface Told {
  readonly text: string
  readonly server: number | undefined
}

/** DocIds that are demoted for a request, of tools that score from the first to the last. */
function loweredOf(
  tools: readonly Told[],
  spared: readonly number[] = [],
  request: readonly string[] = [],
): readonly number[] {
  const index = new SearchedIndex(LEXICAL_BM25F)
  const nearDuplicates = new NearDuplicates()
  const servers = new Servers(analyzer)
  tools.forEach(({ text, server }, docId) => {
    index.upsert(`${docId}`, read(text))
    nearDuplicates.place(docId, read(text))
    servers.place(docId, server === undefined ? '' : `server ${server}`)
  })
  const roots = request.map((word) => `${word}*`)
  const terms = roots.map((text) => ({ text, weight: 1, covers: false }))
  const countAlike = createDiversification({
    servers,
    nearDuplicates,
    scoring: index.prepare({ terms, coverage: 0 }),
    roots: new Map(roots.map((root) => [root, 1])),
    isNamed: (docId) => spared.includes(docId),
  })
  return [...tools.keys()].filter((docId) => countAlike(docId) > 0)
}
const onServers = (texts: readonly string[]): readonly Told[] =>
  texts.map((text, server) => ({ text, server }))

describe('nearDuplicates', () => {
  it('of three servers keep their places, those of further servers do not', () => {
    expect(loweredOf(onServers([LONG, LONG, LONG, LONG, LONG]))).toEqual([3, 4])
    expect(loweredOf(onServers([LONG, LONG, LONG, LONG, LONG]), [3])).toEqual([4])
  })

  it('are words repeated, reordered, numbered, and one of very many changed', () => {
    const reordered = LONG.split(' ').reverse().join(' ')
    const texts = [LONG, reordered, `${LONG} message message`, `${LONG} 17`, `${LONG} quickly`]
    expect(loweredOf(onServers(texts))).toEqual([3, 4])
  })

  it('of one server have as many places as those of several', () => {
    const texts = [LONG, LONG, LONG, LONG].map((text) => ({ text, server: 1 }))
    expect(loweredOf(texts)).toEqual([3])
  })

  const VARIED = [
    'today reliably',
    'for anybody',
    'with plugins',
    'in several rooms',
    'without any delay',
  ].map((rest) => `posts an alert message to a team channel with text, files, images, links ${rest}`)

  it('are long texts that vary, where they hold the same of the request, of one server or several', () => {
    const request = ['alert', 'team', 'channel']
    expect(loweredOf(onServers(VARIED), [], request)).toEqual([3, 4])
    expect(
      loweredOf(
        VARIED.map((text) => ({ text, server: 1 })),
        [],
        request,
      ),
    ).toEqual([3, 4])
  })

  it('are not texts that vary and share little of the request', () => {
    expect(loweredOf(onServers(VARIED), [], ['alert', 'team'])).toEqual([])
    expect(loweredOf(onServers(VARIED), [], ['today', 'anybody', 'plugins'])).toEqual([])
  })

  it('are not tools that are worded alike or say nothing', () => {
    const alike = ['Create an issue', 'Create a pull request', 'Create a branch', 'Create a label']
    expect(loweredOf(onServers([...alike, ...alike.map((text) => `${text} of a repository`)]))).toEqual([])
    expect(loweredOf(onServers(['', '', '', '', '1', '2']))).toEqual([])
  })

  it('never are tools without a server, which are those of the program itself', () => {
    const tools = [1, 2, 3, undefined, undefined, 4].map((server) => ({ text: LONG, server }))
    expect(loweredOf(tools)).toEqual([5])
  })

  it('are found in a flood of them', () => {
    const flood = onServers(Array.from({ length: 150 }, () => LONG))
    const honest = { text: 'Posts to a channel', server: 1_000 }
    expect(loweredOf([...flood, honest])).toEqual(Array.from({ length: 147 }, (_, i) => i + 3))
  })

  it('resemble each other by the share of their bins that are the same', () => {
    const words = LONG.split(' ')
    fc.assert(
      fc.property(fc.array(fc.subarray(words), { minLength: 2, maxLength: 2 }), (texts) => {
        const nearDuplicates = new NearDuplicates()
        texts.forEach((text, docId) => {
          nearDuplicates.place(docId, read(text.join(' ')))
        })
        const out = createSectionWriter()
        nearDuplicates.save(out)
        const saved = out.readBack().next(Uint8Array)
        const [one, other] = [saved.slice(0, 32), saved.slice(32, 64)]
        const filled = [...one.keys()].filter((bin) => one[bin] !== 0 || other[bin] !== 0)
        const same = filled.filter((bin) => one[bin] === other[bin])
        const share = filled.length === 0 ? 0 : same.length / filled.length
        expect(nearDuplicates.resemblance(0, 1)).toBe(share)
        expect(nearDuplicates.isTelling(0)).toBe(one.filter((bin) => bin !== 0).length >= 8)
      }),
    )
  })

  it('are those of the tool that has the docId now', () => {
    const nearDuplicates = new NearDuplicates()
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 2, maxLength: 8 }), (same) => {
        same.forEach((isSame, docId) => {
          nearDuplicates.place(docId, read(LONG))
          const text = isSame ? 'Reads a file' : `Reads page ${'abcdefgh'[docId]}x of a book`
          nearDuplicates.place(docId, read(text))
        })
        const first = same.indexOf(true)
        same.forEach((isSame, docId) => {
          if (first >= 0 && docId !== first)
            expect(nearDuplicates.resemblance(first, docId) === 1).toBe(isSame)
        })
      }),
    )
  })
})
