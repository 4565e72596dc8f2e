/** A sentence of a text, and where it stands. */
export interface Sentence {
  readonly from: number
  readonly to: number
  /** Words it has, without numbers; of writings without spaces, characters. */
  readonly words: number
}

/** Numbers of the grams of a sentence: `keys[0]` to `keys[count - 1]`, overwritten by whatever is read next. */
export type GramVisitor = (sentence: Sentence, keys: Uint32Array, count: number) => void

/** Words of one sentence; what is longer is read as several. */
const MAX_WORDS = 200
const keys = new Uint32Array(3 * MAX_WORDS + 5)
const [SPACE, LETTER, DIGIT, END, LINE] = [0, 1, 2, 3, 4] as const
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z]/.test(character)) return LETTER
  if (/[0-9]/.test(character)) return DIGIT
  if (/[.!?;:]/.test(character)) return END
  return character === '\n' ? LINE : SPACE
})
const [COLON, AT] = [0x3a, 0x40] as const
const FOREIGN_LETTER = /[\p{L}\p{M}]/u
/** Kana, Chinese characters and Hangul: written without spaces, or with endings that hide the word. */
const isUnspaced = (code: number): boolean =>
  (code >= 0x3040 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7ff)
const isForeignEnd = (code: number): boolean => code === 0x3002 || code === 0xff01 || code === 0xff1f

// Offset basis and prime of FNV-1a in 32 bits.
const BASIS = 0x811c9dc5
const PRIME = 0x01000193
const addCode = (hash: number, code: number): number => Math.imul(hash ^ code, PRIME)
const pairOf = (one: number, other: number): number =>
  Math.imul((one ^ (other << 13) ^ (other >>> 19)) + 0x9e3779b9, PRIME)
const apartOf = (one: number, other: number): number => Math.imul(pairOf(one, other) ^ 0x5bd1e995, PRIME)

function hashWord(word: string): number {
  let hash = BASIS
  for (let i = 0; i < word.length; i += 1) hash = addCode(hash, word.charCodeAt(i))
  return hash
}

/** Words that stand for what is not one: edges of a sentence, numbers, addresses. */
const [START, STOP, NUMBER, LINK, MAIL] = ['<', '>', '0', '://', '@'].map(hashWord) as [
  number, number, number, number, number,
] // biome-ignore format: five numbers

/** The number of a gram as it is written: `word`, `one two` for neighbours, `one _ two` with a word between them. */
export function keyOfGram(gram: string): number {
  const [one = '', other, third] = gram.split(' ')
  if (other === undefined) return hashWord(one) >>> 0
  if (other === '_' && third !== undefined) return apartOf(hashWord(one), hashWord(third)) >>> 0
  return pairOf(hashWord(one), hashWord(other)) >>> 0
}

/**
 * Reads a folded text once: its sentences, and of each the words, the pairs of neighbours and those with a word between.
 * `<` and `>` are the edges, `0` any number or word with a digit, `://` an address and `@` a mail address.
 */
export function readGrams(text: string, visit: GramVisitor): void {
  let [count, words, lettered, from, before, last] = [0, 0, 0, 0, 0, START]
  let i = 0
  const add = (hash: number): void => {
    keys[count++] = hash
    keys[count++] = pairOf(last, hash)
    if (before !== 0) keys[count++] = apartOf(before, hash)
    before = last
    last = hash
    words += 1
    if (hash !== NUMBER) lettered += 1
  }
  const end = (to: number, next: number): void => {
    if (words > 0) {
      keys[count++] = pairOf(last, STOP)
      if (before !== 0) keys[count++] = apartOf(before, STOP)
      visit({ from, to, words: lettered }, keys, count)
    }
    count = 0
    words = 0
    lettered = 0
    before = 0
    last = START
    from = next
  }
  while (i < text.length) {
    const code = text.charCodeAt(i)
    const kind = code < 128 ? (KINDS[code] as number) : kindOfForeign(text, i, code)
    if (kind === LETTER || kind === DIGIT) {
      if (code >= 128 && isUnspaced(code)) {
        const next = text.charCodeAt(i + 1)
        add(isUnspaced(next) ? addCode(addCode(BASIS, code), next) : addCode(BASIS, code))
        i += 1
      } else i = readWord(text, i, add)
    } else {
      i += 1
      const isEnd =
        kind === LINE || (kind === END && (code >= 128 || i === text.length || text.charCodeAt(i) <= 32))
      if (isEnd) end(i, i)
    }
    if (words >= MAX_WORDS) end(i, i)
  }
  end(text.length, text.length)
}

function kindOfForeign(text: string, i: number, code: number): number {
  if (isForeignEnd(code)) return END
  return FOREIGN_LETTER.test(text.charAt(i)) ? LETTER : SPACE
}

/** Reads one word, the number or name with digits, or the address that begins with it. Returns where it ends. */
function readWord(text: string, from: number, add: (hash: number) => void): number {
  let hash = BASIS
  let hasDigit = false
  let i = from
  for (; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    const kind =
      code < 128 ? KINDS[code] : !isUnspaced(code) && FOREIGN_LETTER.test(text.charAt(i)) ? LETTER : SPACE
    if (kind !== LETTER && kind !== DIGIT) break
    hasDigit ||= kind === DIGIT
    hash = addCode(hash, code)
  }
  const next = text.charCodeAt(i)
  const isLink = next === COLON && text.startsWith('://', i)
  const isMail = next === AT && /[a-z0-9]/.test(text[i + 1] ?? '')
  if (!isLink && !isMail) {
    add(hasDigit ? NUMBER : hash)
    return i
  }
  add(isLink ? LINK : MAIL)
  while (i < text.length && text.charCodeAt(i) > 32) i += 1
  // A sentence may end behind an address.
  return /[.!?]/.test(text[i - 1] ?? '') ? i - 1 : i
}
