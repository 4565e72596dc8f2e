import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAnalyzer } from './analyzer.ts'
import { foldWord, splitIdentifier, splitWords } from './split-words.ts'

const analyzer = createAnalyzer()
const terms = (text: string): readonly string[] =>
  analyzer.analyze(text).flatMap((word) => word.tokens.map((token) => token.term))
const surface = (text: string): readonly string[] =>
  analyzer
    .analyze(text)
    .flatMap((word) => word.tokens.filter((token) => token.surface).map(({ term }) => term))

describe('identifiers', () => {
  it.each([
    ['create_issue', ['create', 'issue']],
    ['createIssue', ['create', 'Issue']],
    ['create-issue', ['create', 'issue']],
    ['github.issues.create', ['github', 'issues', 'create']],
    ['getHTTPResponse', ['get', 'HTTP', 'Response']],
    ['sha256sum', ['sha', '256', 'sum']],
    ['OAuth2Token', ['OAuth', '2', 'Token']],
    ['PULL', ['PULL']],
    ['überPrüfung', ['über', 'Prüfung']],
    ['word', ['word']],
    ['getAUser', ['get', 'A', 'User']],
    ['listAPIs', ['list', 'APIs']],
    ['getUserIDsOf', ['get', 'User', 'IDs', 'Of']],
  ])('%s has the parts %j', (word, parts) => {
    expect(splitIdentifier(word)).toEqual(parts)
  })

  it('keep the whole beside the parts, the same for every way of writing', () => {
    for (const name of [
      'createPullRequest',
      'create_pull_request',
      'create-pull-request',
      'Create.Pull.Request',
    ]) {
      expect(terms(name)).toContain('createpullrequest')
      expect(surface(name)).toEqual(['create', 'pull', 'request'])
    }
    expect(surface('PULL REQUEST')).toEqual(['pull', 'request'])
    expect(surface('URLs deleteAPIsById')).toEqual(['urls', 'delete', 'apis', 'id'])
  })
})

describe('words', () => {
  it('are cut at white space and signs, possessives dropped', () => {
    expect(splitWords("The user's file (a/b): read_file, v1.2!")).toEqual([
      'The',
      'user',
      'file',
      'a',
      'b',
      'read_file',
      'v1.2',
    ])
  })

  it('are found by their stem beside themselves', () => {
    expect(terms('issues')).toEqual(['issues', 'issu*'])
    expect(terms('issue')).toEqual(['issue', 'issu*'])
    expect(surface('searching')).toEqual(['searching'])
  })

  it('lose accents and width, keep the letters of other scripts', () => {
    expect(['Café', 'NAÏVE', 'Straße', 'Ｆｕｌｌ', 'Łódź', 'İstanbul'].map(foldWord)).toEqual([
      'cafe',
      'naive',
      'strasse',
      'full',
      'lodz',
      'istanbul',
    ])
    expect(foldWord('हिन्दी')).toBe('हिन्दी')
    expect(foldWord('한국어')).toBe('한국어')
  })

  it('say nothing when they are stop words', () => {
    expect(terms('please show me how to use the')).toEqual(['show', 'show*'])
    expect(createAnalyzer({ stopWords: new Set() }).analyze('the')[0]?.tokens).toEqual([
      { term: 'the', surface: true, root: false },
      { term: 'the*', surface: false, root: true },
    ])
  })

  it('of scripts without spaces are found by pairs of characters', () => {
    expect(terms('天气查询')).toEqual(['天气', '气查', '查询'])
    expect(terms('查天气')).toContain('天气')
    expect(terms('東京タワー')).toContain('タワ')
    expect(terms('API接口')).toEqual(['api', 'api*', '接口'])
    expect(terms('文')).toEqual(['文'])
  })
})

describe('analysis', () => {
  it('SRCH-042: takes any text, gives no empty term, and is the same every time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const words = analyzer.analyze(text)
        expect(createAnalyzer().analyze(text)).toEqual(words)
        for (const word of words) {
          expect(word.tokens.every((token) => token.term !== '')).toBe(true)
          expect(new Set(word.tokens.map((token) => token.term)).size).toBe(word.tokens.length)
        }
      }),
    )
  })

  it('reads a text of ASCII as it reads one that holds other characters', () => {
    const piece = fc.constantFrom(
      'read',
      'Files',
      'OAuth',
      'HTTP',
      'a',
      'A',
      '1',
      '42',
      '_',
      '-',
      '.',
      '’',
      ' ',
      '—',
    )
    const text = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary-ascii' }),
      fc.string({ unit: fc.constantFrom(..."aB1_.-'s ") }),
    )
    fc.assert(
      fc.property(text, (ascii) => {
        expect(createAnalyzer().analyze(ascii)).toEqual(analyzer.analyze(`${ascii} é`).slice(0, -1))
      }),
      { numRuns: 2_000 },
    )
  })

  it('knows a word however many it has read', () => {
    const own = createAnalyzer()
    const first = own.analyze('reading')
    const inLetters = (i: number): string =>
      [...String(i)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('')
    for (let i = 0; i < 20_000; i += 1) own.analyze(inLetters(i))
    expect(own.analyze('reading')).toEqual(first)
  })

  it('folds once and for all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (word) => {
        expect(foldWord(foldWord(word))).toBe(foldWord(word))
      }),
    )
  })

  it('can be told to do less', () => {
    const plain = createAnalyzer({ stem: null, wholeIdentifiers: false })
    expect(plain.analyze('readFiles').flatMap((word) => word.tokens)).toEqual([
      { term: 'read', surface: true, root: true },
      { term: 'files', surface: true, root: true },
    ])
  })

  it('cuts no character in half', () => {
    const text = terms(`a${'𠀀'.repeat(100)}`).join('')
    expect(text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
  })

  it('cuts blobs', () => {
    expect(terms('x'.repeat(1_000_000))[0]?.length).toBe(128)
  })
})
