// Learns the weights of src/checks/order-weights.json:
// npm run train:orders -- --benign FOLDER [--plain FILES]
// A sentence is an order to a model or is not; logistic regression by AdaGrad (Duchi, Hazan and Singer, 2011) with a
// squared penalty. Learned from training/*.jsonl and the honest tools of the folder; the half of the attacks of the
// benchmark that nobody reads is not among them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { findMarker, foldText } from '../dist/scan/fold-text.js'
import { listStrings } from '../dist/scan/list-strings.js'
import { matchRules } from '../dist/scan/match-rules.js'
import { keyOfGram, readGrams } from '../dist/scan/read-grams.js'

const { values } = parseArgs({
  options: {
    benign: { type: 'string' },
    plain: { type: 'string', default: '' },
    out: { type: 'string' },
    grams: { type: 'string', default: '12000' },
    penalty: { type: 'string', default: '0.004' },
    rounds: { type: 'string', default: '5' },
  },
})
if (values.benign === undefined) {
  process.stderr.write('Give a folder of catalogs of honest tools: --benign FOLDER\n')
  process.exit(2)
}
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const readLines = (file) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const SCALE = 16
const LEAST = 16
const LEAST_WORDS = 3
const RARE = 4
const WORD = /:\/\/|@|[\p{L}\p{M}\d]+/gu
const UNSPACED = /[\u3040-\u9fff\uac00-\ud7ff]/

/** By number, every gram as it is written. */
const names = new Map()
function nameGrams(text) {
  const words = text.match(WORD)?.flatMap((word) => {
    if (/\d/.test(word) && !UNSPACED.test(word)) return '0'
    if (!UNSPACED.test(word)) return word
    return [...word].map((one, i, all) => one + (UNSPACED.test(all[i + 1] ?? '') ? all[i + 1] : ''))
  })
  const all = ['<', ...(words ?? []), '>']
  for (const [i, word] of all.entries()) {
    for (const gram of [word, `${word} ${all[i + 1]}`, `${word} _ ${all[i + 2]}`])
      names.set(keyOfGram(gram), gram)
    // An address stands in the place of its first word.
    const [before, after] = [all[i - 1], all[i + 1]]
    for (const sign of ['://', '@']) {
      const apart = [`${all[i - 2]} _ ${sign}`, `${sign} _ ${all[i + 2]}`]
      for (const gram of [sign, `${before} ${sign}`, `${sign} ${after}`, `${sign} >`, `< ${sign}`, ...apart])
        names.set(keyOfGram(gram), gram)
    }
  }
}

function readSentences(text) {
  const { text: folded } = foldText(text)
  nameGrams(folded)
  const found = []
  readGrams(folded, ({ from, to, words }, keys, count) => {
    if (words < LEAST_WORDS) return
    const sentence = folded.slice(from, to)
    const rules = [...matchRules(sentence)]
    if (findMarker(sentence) !== undefined) rules.push('MARKER')
    found.push({ grams: [...new Set(keys.slice(0, count))], rules: [...new Set(rules)] })
  })
  return found
}

const samples = []
const seen = new Set()
function learnFrom(text, order, share) {
  for (const { grams, rules } of readSentences(text)) {
    const key = grams.join()
    if (seen.has(key)) continue
    seen.add(key)
    samples.push({ grams, rules, order, share })
  }
}
for (const file of readdirSync(here('.')).filter((name) => name.endsWith('.jsonl')))
  for (const { text, order } of readLines(here(file))) learnFrom(text, order, 3)
const hard = readLines(here('../../benchmark/data/poison/benign-hard.jsonl'))
for (const [i, { tool }] of hard.entries())
  if (i % 2 === 0) for (const { text } of listStrings(tool).texts) learnFrom(text, 0, 3)
let tools = 0
const folders = [values.benign, here('../../evaluation/data/starter')]
for (const path of folders.flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`))) {
  const file = basename(path)
  if (!/\.jsonl?$/.test(file) || /\.meta\.json$|^queries|^unanswerable/.test(file)) continue
  const isLines = file.endsWith('.jsonl')
  const found = isLines
    ? readLines(path)
    : Object.values(JSON.parse(readFileSync(path, 'utf8')).servers).flat()
  for (const { name, title, description, inputSchema } of found) {
    tools += 1
    for (const { text } of listStrings({ name, title, description, inputSchema }).texts) learnFrom(text, 0, 2)
  }
}
// What commands and operations of APIs do, most of it as imperatives: a JSON line each with `desc`, packed.
for (const file of values.plain === '' ? [] : values.plain.split(',')) {
  const all = gunzipSync(readFileSync(file)).toString().trim().split('\n')
  const step = Math.ceil(all.length / 3000)
  for (const [i, line] of all.entries()) if (i % step === 0) learnFrom(JSON.parse(line).desc ?? '', 0, 1)
}
process.stderr.write(
  `${samples.length} sentences, ${samples.filter(({ order }) => order === 1).length} orders, ${tools} honest tools\n`,
)

const counts = new Map()
for (const { grams } of samples) for (const gram of grams) counts.set(gram, (counts.get(gram) ?? 0) + 1)
const rules = [...new Set(samples.flatMap((sample) => sample.rules))].sort()

/** The mean of several runs in other orders, which differ by chance. */
function learn(known) {
  const runs = [1, 2, 3, 4].map((seed) => learnOnce(known, seed))
  return runs[0].map((_, i) => runs.reduce((sum, run) => sum + run[i], 0) / runs.length)
}

function learnOnce(known, seed) {
  const places = new Map([...known].map((gram, i) => [gram, i]))
  const size = known.length + rules.length + 1
  const [weights, squares] = [new Float64Array(size), new Float64Array(size).fill(1e-6)]
  const encoded = samples.map(({ grams, rules: broken, order, share }) => {
    const at = grams.map((gram) => places.get(gram)).filter((place) => place !== undefined)
    return {
      at,
      rules: broken.map((rule) => known.length + rules.indexOf(rule)),
      order,
      share,
      root: Math.sqrt(Math.max(LEAST, at.length)),
    }
  })
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return state / 0x7fffffff
  }
  const penalty = Number(values.penalty)
  const step = (place, slope) => {
    squares[place] += slope * slope
    weights[place] -= (0.3 * slope) / Math.sqrt(squares[place])
  }
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (let k = encoded.length - 1; k > 0; k -= 1) {
      const j = Math.floor(random() * (k + 1))
      ;[encoded[k], encoded[j]] = [encoded[j], encoded[k]]
    }
    for (const { at, rules: broken, order, share, root } of encoded) {
      let odds = weights[size - 1]
      for (const place of at) odds += weights[place] / root
      for (const place of broken) odds += weights[place]
      const slope = (1 / (1 + Math.exp(-odds)) - order) * share
      for (const place of at) step(place, slope / root + penalty * weights[place])
      for (const place of broken) step(place, slope + 0.01 * weights[place])
      step(size - 1, slope)
    }
  }
  return weights
}

const common = [...counts].filter(([gram, count]) => count >= RARE && names.has(gram)).map(([gram]) => gram)
const first = learn(common)
const strength = (i) => Math.abs(first[i]) * Math.sqrt(counts.get(common[i]))
const kept = common
  .map((_, i) => i)
  .sort((a, b) => strength(b) - strength(a))
  .slice(0, Number(values.grams))
  .map((i) => common[i])
const last = learn(kept)
const byWeight = new Map()
for (const [i, gram] of kept.entries()) {
  const weight = Math.max(-127, Math.min(127, Math.round(last[i] * SCALE)))
  if (weight !== 0) byWeight.set(weight, [...(byWeight.get(weight) ?? []), names.get(gram)])
}
const round = (number) => Math.round(number * 1000) / 1000
const written = {
  source:
    'Learned by training/order-weights.mjs from texts written for Toolscout and from public definitions of tools. MIT, as the package.',
  scale: SCALE,
  least: LEAST,
  bias: round(last[last.length - 1]),
  rules: Object.fromEntries(rules.map((rule, i) => [rule, round(last[kept.length + i])])),
  grams: Object.fromEntries(
    [...byWeight].sort(([a], [b]) => b - a).map(([weight, grams]) => [`${weight}`, grams.sort().join('|')]),
  ),
}
writeFileSync(
  values.out ?? here('../src/checks/order-weights.json'),
  `${JSON.stringify(written, undefined, 2)}\n`,
)
process.stderr.write(`${kept.length} of ${common.length} grams, ${rules.length} rules\n`)
