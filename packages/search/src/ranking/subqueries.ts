import { isAscii } from '../analysis/normalize.ts'

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
