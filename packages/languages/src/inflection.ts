import type { WordList } from './word-lists.ts'

/** How the words of a language change. */
interface Inflection {
  /** What is cut off the end, alternatives of a pattern. */
  readonly cut: string
  /** What the word of a dictionary may have in its place. */
  readonly endings: readonly string[]
  /** What may precede a word. */
  readonly prefix?: RegExp
  /** Whether words are written together. */
  readonly compounds?: boolean
}

const split = (text: string): readonly string[] => ['', ...text.split(' ')]
const ROMANCE_CLITICS = '(?:me|te|se|nos|lo|la|los|las|le|les|melo|mela|noslo)'
const TURKISH =
  '(?:l[ae]r|[iu]m[iu]z|[iu]n[iu]z|[iu]m|[iu]n|s[iu]|y?[iu]|n?[iu]n|y?[ae]|n?d[ae]n?|t[ae]n?|y?l[ae]|n[iu]|n[ae]|ki|ac[ae]kl?|m[iu]s|[iu]yor|d[iu]r|t[iu]r|m[ae]|[iu]p|[ae]n|d[iu]k|k)+'

const INFLECTIONS: { readonly [language: string]: Inflection } = {
  de: {
    cut: 'e|en|er|em|es|n|s|t|st|te|ten|et|est|end|ende|enden|ern|erte',
    endings: split('en e n er ern eln um on'),
    compounds: true,
  },
  nl: { cut: 'e|en|s|t|je|jes|de|den|te|ten|er|eren', endings: split('en n e'), compounds: true },
  sv: {
    cut: 'a|en|et|n|t|ar|or|er|r|arna|orna|erna|na|s|ens|ets|de|te|at|ade|ad|andes',
    endings: split('a e er'),
    compounds: true,
  },
  fr: {
    cut: 's|e|es|x|ez|ent|ons|ee|ees|er|ait|aux|ant|ante|ants|era|ives|ive|ifs|elles|elle|ienne',
    endings: split('er ir re e al f en el s'),
  },
  es: {
    cut: `s|es|a|o|as|os|an|en|e|ar|er|ir|ad|ado|ada|ados|adas|ido|ida|ando|iendo|are|aron|aba|(?:a|e|i|ar|er|ir|ando)?${ROMANCE_CLITICS}`,
    endings: split('ar er ir o a e on'),
  },
  pt: {
    cut: 's|es|a|o|as|os|am|em|e|ar|er|ir|ado|ada|ados|adas|ido|ida|ando|endo|ou|ei|aram|oes|aes|ais|eis|ns|is',
    endings: split('ar er ir o a e ao al el m il'),
  },
  it: {
    cut: 'i|e|a|o|he|hi|are|ere|ire|ato|ata|ati|ate|ito|ita|iti|uto|ando|endo|ano|ono|iamo|(?:a|e|i|ar|er|ir)?(?:mi|ti|lo|la|li|le|ci|ne|melo|mela)',
    endings: split('o a e are ere ire io'),
  },
  pl: {
    cut: 'y|i|a|e|u|o|ow|om|ami|ach|em|iem|ie|ej|ego|emu|ym|ymi|ich|im|imi|ych|j|c|sz|my|cie|ja|aj|ij|yj|al|ala|il|ila|ka|ke|ki',
    endings: split('a o e y i ac ec ic yc nac owac ek'),
  },
  cs: {
    cut: 'y|i|a|e|u|o|u|um|am|em|im|ou|ech|ach|ich|ych|eho|emu|ym|ymi|imi|ami|mi|ej|te|me|s|l|la|lo|n|na|ni',
    endings: split('a o e y i t at it et ovat ek'),
  },
  fi: {
    cut: '(?:t|n|a|ta|i|en|in|an|on|ssa|sta|lla|lta|lle|ksi|na|ja|ia|ien|iden|iin|ista|issa|ille|illa|ni|si|nsa|mme|nne|kin|ko|den|jen|vat|mme|aan|een|oon)+',
    endings: split('a i e n s us nen da ta la ea'),
    compounds: true,
  },
  tr: { cut: TURKISH, endings: split('mek mak k') },
  id: {
    cut: '(?:kan|an|i)?(?:nya|lah|kah|ku|mu)?|kan|an|i',
    endings: split('an i kan'),
    prefix: /^(?:meng|meny|mem|men|me|di|ber|ter|peng|peny|pem|pen|pe|se)/,
  },
  vi: { cut: '', endings: [''] },
  ru: {
    cut: 'а|я|ы|и|у|ю|е|о|ь|ом|ем|ам|ям|ами|ями|ах|ях|ов|ев|еи|ои|ою|ыи|ии|ая|яя|ое|ее|ые|ие|ого|его|ому|ему|ым|им|ых|их|ую|юю|ыми|ими|ит|ет|ут|ют|ат|ят|ишь|ешь|ите|ите|л|ла|ло|ли|ии|ию|ия|ием|иях|иями|ки|ку|кои|ке|ка|ок|ными|ных|ная|ную',
    endings: split('а я ь о е и ы ть ить ать еть ыи ии ои ие ия ка ться иться аться ок'),
  },
  uk: {
    cut: 'а|я|и|і|у|ю|е|о|ь|ом|ем|ам|ям|ами|ями|ах|ях|ів|іи|ии|ою|ою|ого|ому|им|их|ими|у|ю|ить|ає|ть|в|ла|ло|ли|ию|ія|ії|ію|ка|ку|ки',
    endings: split('а я ь о е и і ти ити ати ии іи ія ка'),
  },
  hi: { cut: 'ा|ी|े|ों|ें|ो|ाएं|ाओ|ाइए|िए|ना|ने|नी|ता|ते|ती|ियां|ियों|ां|िया', endings: split('ा ी ना े') },
  ar: {
    cut: 'ات|ون|ين|ان|ها|هم|نا|ني|ه|ي|ك|ا|وا|تي|كم',
    endings: split('ه'),
    prefix: /^(?:وال|بال|فال|كال|لل|ال|و|ب|ل|ف|ك|س)/,
  },
}

const CUTS = new Map(
  Object.entries(INFLECTIONS).map(([language, { cut }]) => [language, new RegExp(`^(?:${cut})$`, 'u')]),
)
/** Shorter beginnings are found in too many words. */
const MIN_STEM = 3
/** More of a word is not an ending. */
const MAX_CUT = 10
const MIN_PART = 4

/**
 * The words of the list that a folded word is a form or a compound of: rows of senses; none where nothing is known, an
 * empty row for a stop word.
 */
export function findSenses(
  word: string,
  language: string,
  list: WordList,
): readonly (readonly string[])[] | undefined {
  const exact = list.sensesOf(word)
  if (exact !== undefined) return [exact]
  if (list.stopWords.has(word)) return []
  const form = findForm(word, language, list)
  if (form !== undefined) return [form]
  const { prefix, compounds } = INFLECTIONS[language] ?? {}
  const before = prefix?.exec(word)?.[0]
  if (before !== undefined && word.length - before.length >= 2) {
    for (const rest of withoutPrefix(word, before, language)) {
      const senses = list.sensesOf(rest) ?? findForm(rest, language, list)
      if (senses !== undefined) return [senses]
    }
  }
  if (language === 'de') {
    const [, first = '', second = ''] = /^(.*?)(?:ge|zu)(\p{L}{3,}?)(?:t|en)$/u.exec(word) ?? []
    const senses = second === '' ? undefined : list.sensesOf(`${first}${second}en`)
    if (senses !== undefined) return [senses]
  }
  return compounds === true ? splitCompound(word, language, list) : undefined
}

/** The senses of the word of the list that a folded word is a form of. */
export function findForm(word: string, language: string, list: WordList): readonly string[] | undefined {
  const { endings } = INFLECTIONS[language] ?? {}
  const isCut = CUTS.get(language)
  if (endings === undefined || isCut === undefined) return undefined
  const most = Math.min(MAX_CUT, word.length - MIN_STEM)
  for (let cut = 0; cut <= most; cut += 1) {
    const end = word.length - cut
    if (cut > 0 && !isCut.test(word.slice(end))) continue
    const stem = word.slice(0, end)
    for (const ending of endings) {
      const senses = list.sensesOf(stem + ending)
      if (senses !== undefined) return senses
    }
  }
  return undefined
}

/** Indonesian prefixes swallow the first consonant of some words. */
function withoutPrefix(word: string, prefix: string, language: string): readonly string[] {
  const rest = word.slice(prefix.length)
  if (language === 'ar') return [rest, `${rest}ه`]
  const swallowed: { readonly [nasal: string]: string } = { ny: 's', m: 'p', n: 't', ng: 'k' }
  const nasal = /(?:ny|ng|m|n)$/.exec(prefix)?.[0] ?? ''
  return nasal === '' ? [rest] : [rest, (swallowed[nasal] ?? '') + rest]
}

/** Two words of the list that are written together, the second as long as can be. */
function splitCompound(
  word: string,
  language: string,
  list: WordList,
): readonly (readonly string[])[] | undefined {
  for (let at = MIN_PART; at <= word.length - MIN_PART; at += 1) {
    const tail = list.sensesOf(word.slice(at)) ?? findForm(word.slice(at), language, list)
    if (tail === undefined) continue
    const first = word.slice(0, at)
    const head = list.sensesOf(first) ?? list.sensesOf(first.replace(/(?:es|en|s|n|e)$/, ''))
    if (head !== undefined) return [head, tail]
  }
  return undefined
}
