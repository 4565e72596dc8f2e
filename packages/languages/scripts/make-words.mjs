// Makes data/words.txt: node scripts/make-words.mjs --train FOLDER
// The folder holds lexicon/LANGUAGE.tsv.gz (a word, a tab, English words with | between), tldr_foreign (lines in twenty
// languages and their English ones) and English requests and descriptions. Senses are ordered by their rank in the
// lexicon, by how often tools are described in them, and by how often they translate the word (IBM Model 1: Brown et al.
// 1993, "The mathematics of statistical machine translation").
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { stemmer } from 'stemmer'
import { ENGLISH_STOP_WORDS } from '../../search/dist/analysis/split-words.js'
import { foldWord } from '../dist/fold-word.js'

const { train } = parseArgs({ options: { train: { type: 'string' } } }).values
if (train === undefined) throw new TypeError('--train names the folder with the texts.')
const here = (path) => new URL(path, import.meta.url)
const unpack = (file) =>
  gunzipSync(readFileSync(join(train, file)))
    .toString()
    .split('\n')
    .filter(Boolean)
const records = (file) => unpack(`${file}.jsonl.gz`).map((line) => JSON.parse(line))
const own = JSON.parse(readFileSync(here('request-words.json'), 'utf8'))
const LANGUAGES = Object.keys(own).filter((name) => name.length === 2)
const LATIN = LANGUAGES.filter((name) => !['ar', 'hi', 'ja', 'ko', 'ru', 'uk', 'zh'].includes(name))
const WORD = /[\p{L}\p{M}\p{N}]+/gu
const wordsOf = (text) => (text.normalize('NFKC').toLowerCase().match(WORD) ?? []).map(foldWord)
const add = (map, key, count = 1) => map.set(key, (map.get(key) ?? 0) + count)

// How tools are described, and what English requests consist of.
const described = new Map()
const english = new Map()
for (const source of ['catalog_toucan', 'catalog_docker', 'openapi']) {
  for (const { name = '', title = '', desc = '' } of records(`${source}.docs`)) {
    const words = `${name} ${title} ${desc.slice(0, 300)}`.toLowerCase().match(/[a-z]{2,}/g) ?? []
    for (const word of new Set(words)) add(described, stemmer(word))
    for (const word of words) add(english, word)
  }
}
for (const source of ['clinc', 'hwu_full', 'banking', 'toolverifier'])
  for (const { q } of records(`${source}.pairs`)) for (const word of wordsOf(q)) add(english, word)
const usage = (phrase) => {
  const words = phrase
    .split(/[ -]/)
    .filter((word, _, all) => all.length === 1 || !ENGLISH_STOP_WORDS.has(word))
  return Math.min(...words.map((word) => described.get(stemmer(word)) ?? 0)) / (phrase.includes(' ') ? 8 : 1)
}

const lexicons = new Map()
for (const language of LANGUAGES) {
  const lexicon = new Map()
  for (const line of unpack(`lexicon/${language}.tsv.gz`)) {
    const [word = '', senses = ''] = line.split('\t')
    const key = foldWord(word.normalize('NFKC'))
    if (!isKey(key, language)) continue
    const ranks = lexicon.get(key) ?? new Map()
    for (const [rank, sense] of senses.split('|').entries())
      ranks.set(sense, Math.max(ranks.get(sense) ?? 0, 1 / (rank + 1)))
    lexicon.set(key, ranks)
  }
  lexicons.set(language, lexicon)
}

function isKey(key, language) {
  if (!/^\p{L}[\p{L}\p{M} '-]*$/u.test(key) || key.length > 28 || key.split(' ').length > 4) return false
  if (language === 'ja' && /^[\u3040-\u30ff]{1}$/.test(key)) return false
  return true
}

const lines = alignedLines()
const aligned = new Map([...lines].map(([language, rows]) => [language, align(rows, language)]))

/** Lines by language: by script and, of one alphabet, by the words of a window of lines, which come language by language. */
function alignedLines() {
  const pairs = records('tldr_foreign.pairs')
  const docs = records('tldr_foreign.docs')
  const scripts = pairs.map(({ q }) => scriptOf(q))
  const WINDOW = 60
  const hits = pairs.map(({ q }, i) => {
    const found = new Map()
    const candidates = scripts[i] === 'cyrillic' ? ['ru', 'uk'] : scripts[i] === 'latin' ? LATIN : []
    for (const word of wordsOf(q)) {
      if (word.length < 2) continue
      for (const name of candidates) {
        const lexicon = lexicons.get(name)
        if (lexicon.has(word)) add(found, name, 1 / Math.sqrt(lexicon.size))
      }
    }
    return found
  })
  const rows = new Map()
  const seen = new Set()
  for (const [i, { q, pos }] of pairs.entries()) {
    const near = new Map()
    const sums = new Map()
    for (let j = Math.max(0, i - WINDOW); j <= Math.min(pairs.length - 1, i + WINDOW); j += 1) {
      add(near, scripts[j])
      if (scripts[j] === scripts[i]) for (const [name, hit] of hits[j]) add(sums, name, hit)
    }
    const [most] = [...near].sort((one, other) => other[1] - one[1])[0]
    let language = scripts[i]
    if (language === 'zh' && (near.get('ja') ?? 0) > WINDOW / 2) language = 'ja'
    else if (language === 'latin' && most !== 'latin') continue
    else if (language.length > 2) language = [...sums].sort((one, other) => other[1] - one[1])[0]?.[0]
    if (language === undefined || seen.has(language + q)) continue
    seen.add(language + q)
    const text = docs[pos.at(-1)].desc ?? ''
    const line = [q, pos.length < 2 ? text.split('. ')[0] : text]
    if (rows.has(language)) rows.get(language).push(line)
    else rows.set(language, [line])
  }
  return rows
}

function scriptOf(text) {
  const of = { ja: /[\u3040-\u30ff]/, ko: /[\uac00-\ud7a3]/, zh: /[\u4e00-\u9fff]/, ar: /[\u0600-\u06ff]/ }
  for (const [name, pattern] of Object.entries(of)) if (pattern.test(text)) return name
  if (/[\u0900-\u097f]/.test(text)) return 'hi'
  return /[\u0400-\u04ff]/.test(text) ? 'cyrillic' : 'latin'
}

function foreignWords(text, language) {
  const plain = text.normalize('NFKC')
  if (language !== 'zh' && language !== 'ja') {
    const words = wordsOf(plain)
    if (language !== 'ko') return words
    const lexicon = lexicons.get('ko')
    const particle =
      /(?:으로부터|에서|에게|으로|까지|부터|처럼|보다|라는|합니다|하고|하기|하는|하여|해서|된|할|한|을|를|이|가|은|는|에|의|로|와|과|도|만)$/
    return words.map((word) => {
      const stem = word.replace(particle, '')
      return stem.length > 1 || lexicon.has(stem) ? stem : word
    })
  }
  const segments = new Intl.Segmenter(language, { granularity: 'word' }).segment(plain)
  return [...segments].filter(({ isWordLike }) => isWordLike).map(({ segment }) => foldWord(segment))
}

/** By word: how often a line has it, and the English words it is translated by, with their expected counts. */
function align(rows, language) {
  const forms = new Map()
  const foreign = numbering()
  const target = numbering()
  const sentences = rows.map(([text, line]) => {
    const stems = new Set()
    for (const word of (line.toLowerCase().match(/[a-z]{2,}/g) ?? []).slice(0, 40)) {
      if (ENGLISH_STOP_WORDS.has(word)) continue
      const stem = stemmer(word)
      stems.add(stem)
      if (!forms.has(stem)) forms.set(stem, new Map())
      add(forms.get(stem), word)
    }
    const words = [...new Set(foreignWords(text, language))].slice(0, 40)
    return [words.map(foreign.of), [...stems].map(target.of)]
  })
  const size = target.names.length
  const counts = new Map()
  const both = new Map()
  const english = []
  for (const [words, stems] of sentences) {
    for (const word of words) add(counts, word)
    for (const stem of stems) {
      english[stem] = (english[stem] ?? 0) + 1
      for (const word of words) add(both, word * size + stem)
    }
  }
  let probability = new Map()
  let expected = new Map()
  const NOTHING = foreign.of('')
  for (let round = 0; round < 8; round += 1) {
    const of = (key) => (round === 0 ? 1 : (probability.get(key) ?? 1e-7))
    expected = new Map()
    const sums = new Float64Array(foreign.names.length)
    for (const [words, stems] of sentences) {
      for (const stem of stems) {
        const all = [NOTHING, ...words]
        const sum = all.reduce((before, word) => before + of(word * size + stem), 0)
        for (const word of all) {
          const share = of(word * size + stem) / sum
          if (share < 1e-4) continue
          add(expected, word * size + stem, share)
          sums[word] += share
        }
      }
    }
    probability = new Map([...expected].map(([key, count]) => [key, count / sums[Math.floor(key / size)]]))
  }
  const found = new Map()
  for (const [key, count] of expected) {
    const [word, stem] = [Math.floor(key / size), key % size]
    const times = counts.get(word) ?? 0
    const together = both.get(key) ?? 0
    const dice = (2 * together) / (times + english[stem])
    if (word === NOTHING || times < 2 || count < 0.5 || dice < 0.05) continue
    const name = foreign.names[word]
    if (!found.has(name)) found.set(name, { times, senses: [] })
    const [form] = [...forms.get(target.names[stem])].sort((one, other) => other[1] - one[1])[0]
    found.get(name).senses.push({ form, count, share: together / times, dice })
  }
  return found
}

function numbering() {
  const numbers = new Map()
  const names = []
  const of = (name) => {
    let number = numbers.get(name)
    if (number === undefined) {
      number = names.push(name) - 1
      numbers.set(name, number)
    }
    return number
  }
  return { names, of }
}

/** What the count of a lexicon's order is worth in lines. */
const LEXICON_LINES = 4
const MOST_SENSES = 3
const EMPTY = { times: 0, senses: [] }

function sensesOf(key, { lexicon, translated, requested }) {
  const groups = new Map()
  const count = (sense, weight) => {
    const stem = sense
      .split(/[ -]/)
      .map((word) => stemmer(word))
      .join(' ')
    const group = groups.get(stem) ?? { sense, weight: 0, best: 0 }
    group.weight += weight
    if (weight > group.best) Object.assign(group, { sense, best: weight })
    groups.set(stem, group)
  }
  const ranks = [...(lexicon.get(key) ?? [])].map(([sense, rank]) => [
    sense,
    rank * (1 + usage(sense)) ** 0.35,
  ])
  const sum = ranks.reduce((before, [, weight]) => before + weight, 0)
  for (const [sense, weight] of ranks) count(sense, (LEXICON_LINES * weight) / sum)
  const { times, senses } = translated.get(key) ?? EMPTY
  for (const { form, count: lines, share, dice } of senses) {
    const isSure = lines >= 2 && share >= 0.4 && dice >= 0.08 && times >= 3
    if (isSure || (ranks.length > 0 && groups.has(stemmer(form)))) count(form, lines)
  }
  for (const sense of requested.get(key) ?? []) count(sense, 1_000)
  const ordered = [...groups.values()].sort(
    (one, other) => other.weight - one.weight || (one.sense < other.sense ? -1 : 1),
  )
  // What is written for requests is what requests mean: `leggi` reads, and is no law.
  const isRequested = requested.has(key)
  const least = 0.15 * (ordered[0]?.weight ?? 0)
  return ordered
    .slice(0, MOST_SENSES)
    .filter(({ weight }) => weight > (isRequested ? least : Math.min(least, 1)))
    .map(({ sense }) => sense)
}

const vocabulary = new Map()
const entries = new Map()
for (const language of LANGUAGES) {
  const lexicon = lexicons.get(language)
  const translated = new Map()
  for (const [word, found] of aligned.get(language) ?? []) {
    const key = foldWord(word)
    if ((translated.get(key)?.times ?? 0) < found.times) translated.set(key, found)
  }
  const requested = new Map()
  for (const item of own[language].requestWords.split(';')) {
    const [sense = '', forms = ''] = item.split('=')
    // Phrases have `_` between their words.
    for (const form of forms.split(' ')) {
      const key = foldWord(form.replaceAll('_', ' '))
      requested.set(key, [...(requested.get(key) ?? []), sense])
    }
  }
  const stopWords = new Set(own[language].stopWords.split(' ').map(foldWord))
  const words = []
  for (const key of [...new Set([...lexicon.keys(), ...translated.keys(), ...requested.keys()])].sort()) {
    if (!isKey(key, language) || stopWords.has(key)) continue
    if (!lexicon.has(key) && !requested.has(key) && key.length < (/[a-z]/.test(key) ? 3 : 2)) continue
    const senses = sensesOf(key, { lexicon, translated, requested })
    if (senses.length === 0) continue
    words.push([key, senses])
    for (const sense of senses) add(vocabulary, sense)
  }
  entries.set(language, words)
}

// Common senses get short numbers.
const ranked = [...vocabulary].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
const numbers = new Map(ranked.map(([sense], number) => [sense, number]))

/**
 * A line a word: the languages it speaks for, and how many times likelier it is there than in English, in thirds of a
 * power of ten. `!` marks English stop words, `?` other words that are common in English.
 */
function markLines() {
  const total = [...english.values()].reduce((sum, count) => sum + count, 0)
  const inEnglish = (word) => ((english.get(word) ?? 0) + 0.3) / total
  const common = [...english].sort((one, other) => other[1] - one[1]).slice(0, 4_000)
  const frequent = new Set(
    [...described]
      .sort((one, other) => other[1] - one[1])
      .slice(0, 500)
      .map(([stem]) => stem),
  )
  const marks = new Map()
  for (const language of LATIN) {
    const likelihood = new Map()
    const raise = (word, share) => {
      if (word.length > 1) likelihood.set(word, Math.max(likelihood.get(word) ?? 0, share))
    }
    for (const word of own[language].stopWords.split(' ')) raise(foldWord(word), 0.004)
    for (const item of own[language].requestWords.split(';'))
      for (const form of (item.split('=')[1] ?? '').split(' '))
        if (!form.includes('_')) raise(foldWord(form), 2e-4)
    for (const [key, [sense]] of entries.get(language))
      if (key.length > 3 && /^[a-z]+$/.test(key) && frequent.has(stemmer(sense))) raise(key, 4e-5)
    for (const [word, share] of likelihood) {
      const power = Math.min(3, Math.log10(share / inEnglish(word)))
      if (power >= 1.2) marks.set(word, `${marks.get(word) ?? ''}${language}${Math.round(power * 3)}`)
    }
  }
  // What is a word of a language too does not speak against it: `in`, `hotel`.
  for (const language of LATIN) {
    const also = new Set([
      ...own[language].stopWords.split(' ').map(foldWord),
      ...entries.get(language).map(([key]) => key),
    ])
    for (const [word] of common) {
      const codes = marks.get(word) ?? ''
      if (/^[a-z]{2,}$/.test(word) && also.has(word) && !codes.includes(language))
        marks.set(word, `${codes}${language}0`)
    }
  }
  const lines = [...marks].map(([word, codes]) => {
    const isCommon = common.some(([other]) => other === word)
    return [word, codes + (ENGLISH_STOP_WORDS.has(word) ? '!' : isCommon ? '?' : '')]
  })
  for (const [word] of common) {
    if (!/^[a-z]{2,}$/.test(word) || marks.has(word)) continue
    lines.push([word, ENGLISH_STOP_WORDS.has(word) ? '!' : '?'])
  }
  return lines
    .map((line) => line.join(' '))
    .sort()
    .join('\n')
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const sections = [
  ['english', ranked.map(([sense]) => sense).join('\n')],
  ...LANGUAGES.map((language) => [
    language,
    `${own[language].stopWords.split(' ').map(foldWord).join(' ')}\n${packWords(entries.get(language))}`,
  ]),
]

/** A line a word: how many characters it shares with the one before, the others, and the numbers of its senses. */
function packWords(words) {
  let before = ''
  return words
    .map(([key, senses]) => {
      let shared = 0
      while (shared < 60 && shared < before.length && before[shared] === key[shared]) shared += 1
      before = key
      const codes = senses.map((sense) => {
        const number = numbers.get(sense)
        return DIGITS[number >> 12] + DIGITS[(number >> 6) & 63] + DIGITS[number & 63]
      })
      return `${DIGITS[shared]}${key.slice(shared)}\t${codes.join('')}`
    })
    .join('\n')
}

const bodies = sections.map(([name, text]) => [name, Buffer.from(text)])
const NOTE = 'CC BY-SA 3.0, see NOTICE. Made by scripts/make-words.mjs.'
const head = [NOTE, ...bodies.map(([name, { length }]) => `${name} ${length}`)].join('\n')
writeFileSync(
  here('../data/words.txt'),
  Buffer.concat([Buffer.from(`${head}\n\n`), ...bodies.map(([, body]) => body)]),
)
writeFileSync(here('../data/marks.txt'), `${NOTE}\n${markLines()}\n`)
for (const [language, words] of entries) console.log(language, words.length)
