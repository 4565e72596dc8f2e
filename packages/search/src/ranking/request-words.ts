import { isAscii } from '../analysis/split-words.ts'

/**
 * How often requests to assistants and tools hold a word, whatever they are about: per thousand requests, the
 * median over nine public collections of requests (named in NOTICE), as stems. A word that any request may hold
 * says little about which tool is meant, however rare it is among tools.
 */
const PER_THOUSAND = `
101: find
94: want
76: new
58: current
57: know
52: get
38: help
37: rate
36: tell
34: like time
32: set show
31: inform
28: start
27: plan
26: list
25: check
24: locat make
22: account citi name provid
21: avail chang interest look
19: book
18: next on updat
17: dai
16: detail number order project stock
15: activ creat date last year
14: add email latest much todai work
13: car review trip
12: 5 gener take
11: data give pm price schedul travel week
10: 1 3 code good mani plai prefer purchas right
9: 2 area go long meet month open see specif system try
8: 10 appl call compani e includ live match option phone place recent report request save send song
8: statu suggest think ticket york
7: 7 access address angel bui complet differ fetch format friend game go home lo run servic state sure
7: type volum
6: 4 6 8 base card file first flight item job kei level local need person receiv record restaur sai
6: score size sourc tomorrow traffic unit
5: 00 amazon american app balanc com connect curiou custom fit germani googl high hotel hour invest
5: limit morn movi playlist possibl properti read recommend room search someth step tabl th track two
5: upcom user weather weekend well
4: 20 30 9 amount assist back cancel chicago class come confirm contain convert cost countri daili
4: deliveri direct event exchang food found fund got happen id intern japan keep link love made minut
4: move multipl music near onlin pai park past peopl perform power prepar process product put realli
4: recip respons result return road select share shop speak st stop store support test thing tokyo total
4: train transact understand valu wai wait water window write
3: 100 123 15 50 500 ag air airport analyz appli applic arriv ask audio best busi calcul california
3: compar cook delet dollar expect explain express famili field figur francisco free french full group
3: health histori hous increas issu john languag light main manag march messag model monei night note
3: offer offic old pari profil public publish rang releas remov rental requir rout san secur session
3: special station statist switch task turn usd video visit watch word x
`

/** Share of requests that hold a word, 0 to 1, by root term. Words that are not named are rarer than 1 in 400. */
export const REQUEST_SHARES: ReadonlyMap<string, number> = new Map(
  PER_THOUSAND.trim()
    .split('\n')
    .flatMap((line) => {
      const [share = '', words = ''] = line.split(': ')
      return words.split(' ').map((word) => [toRoot(word), Number(share) / 1_000] as const)
    }),
)

/** 1 for a word that requests rarely hold, less for one that many hold. */
export function dampingOf(root: string, strength: number): number {
  return 1 / (1 + strength * (REQUEST_SHARES.get(root) ?? 0))
}

/** Numbers have no stem and are their own root. */
function toRoot(word: string): string {
  return /^\d/.test(word) ? word : `${word}*`
}

/** What a word counts that a value stands for, beside 1.7 for a word of the query. */
export const VALUE_WEIGHT = 0.5

/** What values look like, and the words of tools that take such values. */
const VALUES: readonly (readonly [looks: RegExp, says: readonly string[]])[] = [
  [/\bhttps?:\/\/|\bwww\.\w/i, ['url']],
  [/\w@\w[\w-]*\.\w/, ['email']],
  [/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/, ['ip']],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/i, ['id']],
  [/\b\d{4}-\d{2}-\d{2}\b/, ['date']],
  [/(?<!\S)\+\d[\d ().-]{6,}\d|\b\d{3}-\d{3}-\d{4}\b/, ['phone']],
  [/-?\b\d{1,3}\.\d{2,}, ?-?\d{1,3}\.\d{2,}/, ['latitude', 'longitude']],
  [/(?<!\S)\$[A-Z]{2,5}\b/, ['stock', 'ticker']],
  [/(?<!\S)(?:~|\.{1,2}|[a-z]:)?[/\\][^\s{}/\\]+[/\\.]/i, ['path', 'file']],
  [
    /\w\.(?:pdf|docx?|odt|rtf|txt|md|csv|tsv|xlsx?|pptx?|png|jpe?g|gif|webp|svg|mp3|wav|mp4|mov|zip|json|ya?ml|xml|html?|log)\b/i,
    ['file'],
  ],
]
/** What most values hold: most texts have none. */
const VALUE_SIGN = /[@/\\$]|\d[-.]\d|\w\.\w|\+\d/
const NO_WORDS: readonly string[] = []

/** Words that the values in a text stand for: who gives an address wants a tool that takes one. */
export function wordsOfValues(text: string): readonly string[] {
  if (!VALUE_SIGN.test(text)) return NO_WORDS
  return VALUES.flatMap(([looks, says]) => (looks.test(text) ? says : NO_WORDS))
}

/**
 * Where a request goes from one phrase to the next: ends of sentences, semicolons, commas and dashes, and the words
 * that join phrases. A dot or colon inside a word (`v1.2`, `server:tool`) ends nothing.
 */
const JOINED =
  'as\\s+well\\s+as|and\\s+then|after\\s+that|afterwards|then|and|' +
  'und\\s+dann|danach|anschließend|und|sowie|puis|ensuite|et|luego|después|y|e|poi|и|затем|потом|και|ve|और|ثم|그리고'
/** The same in scripts without spaces. */
const JOINED_UNSPACED = '然后|然後|接着|并且|並且|以及|之后再|そして|それから|その後|แล้วก็|และ|จากนั้น'
const BOUNDARY = new RegExp(
  `[.;:!?](?=\\s|$)|[\\n\\r。；：！？、，।؛،؟—]|,\\s+|\\s(?:${JOINED})(?=\\s)|${JOINED_UNSPACED}`,
  'giu',
)

/** What may precede a subquery: the sign of a list, and words that join it to the one before. */
const LEADING = new RegExp(`^\\s*(?:[-*•]\\s+|\\d+[.)]\\s+)?(?:(?:${JOINED})\\s+)*`, 'iu')
const LETTER = /\p{L}/u

/** The same for texts of ASCII: most are, and the engine takes milliseconds to compile what tells all letters apart. */
const ASCII_JOINED = JOINED.split('|').filter(isAscii).join('|')
const ASCII_BOUNDARY = new RegExp(`[.;:!?](?=\\s|$)|[\\n\\r]|,\\s+|\\s(?:${ASCII_JOINED})(?=\\s)`, 'gi')
const ASCII_LEADING = new RegExp(`^\\s*(?:[-*]\\s+|\\d+[.)]\\s+)?(?:(?:${ASCII_JOINED})\\s+)*`, 'i')
const ASCII_LETTER = /[a-z]/i

/** Maximum of subqueries; a longer text is a document, not a request. */
const MAX_SUBQUERIES = 24

/** The subqueries of a request that hold a letter, in order; a request that is one phrase is one subquery. */
export function splitSubqueries(text: string): readonly string[] {
  const isPlain = isAscii(text)
  const [leading, letter] = isPlain ? [ASCII_LEADING, ASCII_LETTER] : [LEADING, LETTER]
  return text
    .split(isPlain ? ASCII_BOUNDARY : BOUNDARY)
    .map((subquery) => subquery.replace(leading, '').trim())
    .filter((subquery) => letter.test(subquery))
    .slice(0, MAX_SUBQUERIES)
}
