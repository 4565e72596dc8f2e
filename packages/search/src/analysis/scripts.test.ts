import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createAnalyzer } from './analyzer.ts'
import { foldWord, splitIdentifier, splitWords, stemWord } from './split-words.ts'

const analyzer = createAnalyzer()
const surface = (text: string): readonly string[] =>
  analyzer
    .analyze(text)
    .flatMap((word) => word.tokens.filter((token) => token.surface).map(({ term }) => term))

describe('letters are compared', () => {
  it.each([
    ['ИЩЁТ', 'ищет'],
    ['ΟΔΌΣ', 'οδοσ'],
    ['ISI', 'ısı'],
    ['STRASSE', 'Straße'],
    ['ﬁle', 'FILE'],
    ['ＦＩＬＥ', 'file'],
    ['ﾃﾞｰﾀ', 'データ'],
    ['تَرْجَمَة', 'ترجمه'],
    ['إرســال', 'ارسال'],
    ['שָׁלוֹם', 'שלום'],
    ['फ़ाइल', 'फाइल'],
    ['می\u200cخواهم', 'میخواهم'],
    ['co\u00adoperate', 'cooperate'],
    ['1️⃣', '1'],
  ])('%s as %s', (one, other) => {
    expect(foldWord(one)).toBe(foldWord(other))
    expect(foldWord(one.normalize('NFD'))).toBe(foldWord(other))
  })

  it('as others where they are others', () => {
    expect(foldWord('की')).not.toBe(foldWord('का'))
    expect(foldWord('ガ')).not.toBe(foldWord('カ'))
  })

  it('the same however they are written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (word) => {
        for (const form of ['NFC', 'NFD'] as const)
          expect(foldWord(word.normalize(form))).toBe(foldWord(word))
      }),
    )
  })
})

describe('words of other scripts', () => {
  it.each([
    ['हिन्दी में फ़ाइलें', ['हिन्दी', 'में', 'फ़ाइलें']],
    ['می\u200cخواهم', ['می\u200cخواهم']],
    ['l’école, l’sécurité, user’s', ['l', 'école', 'l', 'sécurité', 'user']],
    ['ช่วยค้นหาไฟล์ให้หน่อย', ['ช่วย', 'ค้นหา', 'ไฟล์', 'ให้', 'หน่อย']],
    ['API_ค้นหา', ['API', 'ค้นหา']],
    ['ស្វែងរកឯកសារ', ['ស្វែងរក', 'ឯកសារ']],
    ['ＡＰＩ＿ｎａｍｅ', ['ＡＰＩ＿ｎａｍｅ']],
  ])('%s', (text, words) => {
    expect(splitWords(text)).toEqual(words)
  })

  it.each([
    ['найтиФайл', ['найти', 'Файл']],
    ['εύρεσηΑρχείου', ['εύρεση', 'Αρχείου']],
    ['cafe\u0301Latte', ['cafe\u0301', 'Latte']],
    ['की2', ['की', '2']],
    ['एक_फ़ाइल', ['एक', 'फ़ाइल']],
  ])('%s has the parts %j', (word, parts) => {
    expect(splitIdentifier(word)).toEqual(parts)
  })

  it('are pairs of whole characters in Korean, however it is encoded', () => {
    expect(surface('한국어')).toEqual(['한국', '국어'])
    expect(surface('한국어'.normalize('NFD'))).toEqual(['한국', '국어'])
    expect(surface('ﾃﾞｰﾀ')).toEqual(['デー', 'ータ'])
  })

  it('are all read, however long the sentence is', () => {
    const han = Array.from({ length: 1_000 }, (_, i) => String.fromCodePoint(0x4e00 + i))
    const pairs = han.slice(1).map((character, i) => `${han[i]}${character}`)
    expect(surface(han.join(''))).toEqual(pairs)
    expect(surface('ค้นหาไฟล์'.repeat(20_000)).length).toBeGreaterThan(30_000)
  })

  it('share a stem where they are inflected', () => {
    for (const words of [
      ['файл', 'файлы', 'файлами', 'файлов'],
      ['погода', 'погоду', 'погоды'],
      ['καιρός', 'καιρού', 'καιρό'],
      ['फाइल', 'फाइलें', 'फाइलों'],
      ['الملفات', 'والملفات', 'ملفات'],
    ]) {
      expect(new Set(words.map((word) => stemWord(foldWord(word)))).size).toBe(1)
    }
    expect(['ไฟล์', '文件', 'v1é', 'ab'].map(stemWord)).toEqual([undefined, undefined, undefined, undefined])
  })
})

it('a dictionary is made once, and only for the scripts that need one', async () => {
  let made = 0
  class Counted extends Intl.Segmenter {
    constructor(...given: ConstructorParameters<typeof Intl.Segmenter>) {
      super(...given)
      made += 1
    }
  }
  vi.resetModules()
  vi.stubGlobal('Intl', { ...Intl, Segmenter: Counted })
  const fresh = await import('./split-words.ts')
  const split = (...texts: readonly string[]): number => texts.flatMap(fresh.splitWords).length
  expect([split('read_file', 'naïve — déjà vu', '查询天气', 'найти', 'हिन्दी', '한국어'), made]).toEqual([
    8, 0,
  ])
  expect([split('ค้นหา', 'ไฟล์'), made]).toEqual([2, 1])
  vi.unstubAllGlobals()
})
