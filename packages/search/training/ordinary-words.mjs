// Makes src/verdict/ordinary-words.json of WordNet: node training/ordinary-words.mjs GLOSSES LEMMAS, both JSON lines
// (`q` a gloss, `name` the lemmas of a synset), gzipped or not. Needs a build. The result holds hashes, no words.
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { bitsOf, stemOf } from '../dist/verdict/product-names.js'

/** Bits a word takes: two words in a hundred that are none are taken for one, which only hides a product. */
const BITS_PER_WORD = 8

/** Words as a filter in base 64. */
function createWordSet(words) {
  const stems = new Set([...words].map(stemOf))
  const bytes = new Uint8Array(Math.max(1, Math.ceil((stems.size * BITS_PER_WORD) / 8)))
  for (const stem of stems)
    for (const bit of bitsOf(stem, bytes.length * 8)) bytes[bit >> 3] |= 1 << (bit & 7)
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

const [glosses, lemmas] = process.argv.slice(2).map((file) => {
  const bytes = readFileSync(file)
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
})

/** First names and places that glosses hardly hold: general knowledge. */
const PEOPLE_AND_PLACES = `
james mary robert patricia john jennifer michael linda david elizabeth william barbara richard susan joseph jessica
thomas sarah charles karen christopher lisa daniel nancy matthew betty anthony margaret mark sandra donald ashley steven
kimberly paul emily andrew donna joshua michelle kenneth carol kevin amanda brian dorothy george melissa timothy deborah
ronald stephanie edward rebecca jason sharon jeffrey laura ryan cynthia jacob kathleen gary amy nicholas angela eric
shirley jonathan anna stephen brenda larry pamela justin emma scott nicole brandon helen benjamin samantha samuel
katherine gregory christine alexander debra patrick rachel frank carolyn raymond janet jack maria dennis heather jerry
diane tyler julie aaron joyce jose victoria adam kelly nathan christina henry lauren zachary joan douglas evelyn peter
olivia kyle judith noah megan ethan cheryl jeremy martha walter andrea christian keith hannah roger terry sean austin
gerald carl alice bob charlie anne sophie sophia lucas leo max tom tim jim joe sam ben dan mike steve dave chris alex
luis carlos juan pedro miguel lukas hans klaus pierre jean marie luca marco giulia chen wei li wang zhang yuki hiroshi
ahmed mohammed ali fatima priya raj amit ivan olga smith johnson williams brown jones garcia miller davis rodriguez
martinez hernandez lopez wilson anderson taylor moore jackson martin lee thompson white harris clark lewis robinson
walker young allen king wright nguyen hill flores green adams nelson baker hall rivera campbell mitchell carter roberts
london paris berlin madrid rome lisbon vienna prague warsaw budapest athens dublin amsterdam brussels copenhagen oslo
stockholm helsinki moscow kyiv istanbul ankara cairo lagos nairobi johannesburg tel aviv jerusalem dubai riyadh doha
mumbai delhi bangalore chennai kolkata karachi lahore dhaka bangkok hanoi saigon jakarta manila singapore kuala lumpur
beijing shanghai shenzhen guangzhou hangzhou chengdu hong kong taipei tokyo osaka kyoto seoul busan sydney melbourne
brisbane perth auckland wellington toronto montreal vancouver ottawa calgary mexico bogota lima santiago buenos aires
rio janeiro sao paulo york los angeles chicago houston phoenix philadelphia san antonio diego dallas jose francisco
seattle denver boston detroit nashville portland vegas memphis louisville baltimore milwaukee albuquerque tucson
sacramento miami atlanta orlando tampa cleveland minneapolis honolulu zurich geneva munich hamburg frankfurt cologne
milan naples turin venice florence barcelona valencia seville porto lyon marseille nice manchester liverpool birmingham
glasgow edinburgh germany france spain italy portugal austria switzerland netherlands belgium poland england scotland
ireland wales denmark sweden norway finland russia ukraine turkey greece egypt israel india pakistan china japan korea
vietnam thailand indonesia malaysia philippines australia zealand canada usa america brazil argentina chile colombia
peru europe asia africa california texas florida nevada hawaii alaska eastus westeurope
`
const known = new Set(PEOPLE_AND_PLACES.trim().split(/\s+/))
const lower = new Map()
const upper = new Map()
const count = (map, word) => map.set(word, (map.get(word) ?? 0) + 1)
for (const { q } of glosses) {
  const words = (q.match(/[A-Za-z][A-Za-z']*/g) ?? []).map((word) => word.replace(/'s?$/, ''))
  words.forEach((word, i) => {
    if (word === word.toLowerCase()) count(lower, word)
    else if (i > 0) count(upper, word.toLowerCase())
  })
}
const isWord = (word) => word.length > 2
const common = [...lower.keys()].filter(
  (word) => isWord(word) && lower.get(word) >= 2 && lower.get(word) >= (upper.get(word) ?? 0),
)
const single = lemmas.flatMap(({ name }) => name.match(/[A-Za-z]+/g) ?? []).filter(isWord)
const proper = [
  ...single.filter((word) => word !== word.toLowerCase()).map((word) => word.toLowerCase()),
  ...[...upper.keys()].filter((word) => isWord(word) && upper.get(word) >= 2),
  ...known,
]
/** Names of products that are those of people and places as well, from general knowledge. */
const PRODUCTS = new Set(
  'kafka tesla amazon oracle apache cassandra jenkins gemini claude sentry shopify adobe'.split(' '),
)
const words = new Set(common)
const names = new Set(proper.filter((word) => !PRODUCTS.has(word) && (!words.has(word) || known.has(word))))
const file = new URL('../src/verdict/ordinary-words.json', import.meta.url)
/** Written by hand, and kept. */
const { products, unmistakable } = JSON.parse(readFileSync(file, 'utf8'))
writeFileSync(
  file,
  `${JSON.stringify(
    {
      source:
        'Open English WordNet (globalwordnet/english-wordnet): words of its glosses and lemmas as hashes; first names and places from general knowledge. Products: services and devices that people have accounts with, from general knowledge; unmistakable are those of them that a dictionary has as words but that stand for the product in requests, in lower case too. Made by training/ordinary-words.mjs.',
      licence: 'CC BY 4.0',
      words: createWordSet(words),
      names: createWordSet(names),
      products,
      unmistakable,
    },
    undefined,
    2,
  )}\n`,
)
console.log(`${words.size} words, ${names.size} names, ${BITS_PER_WORD} bits each`)
