const ASCII = /^[\x20-\x7e]*$/
/**
 * Marks that are written or left out as one likes: accents of alphabets, vowel points of Hebrew and Arabic with the
 * stroke that stretches Arabic words, the dot below of Devanagari, signs around a
 * character, and what is not seen at all, such as joiners.
 */
const DROPPED =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u093c]|\p{Me}|\p{Default_Ignorable_Code_Point}/gu
/** Letters whose mark is part of the glyph, so that decomposition does not part them, and letters of two shapes. */
const LETTERS: { readonly [letter: string]: string } = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
}
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

/**
 * Brings a word to the form in which words are compared: lower case, full-width and other compatibility forms
 * made plain (Unicode NFKC), accents of alphabets and optional vowel points removed. Vowel signs of Indic and other
 * scripts stay, because there they are letters. Idempotent.
 */
export function foldWord(word: string): string {
  const lower = word.toLowerCase()
  if (ASCII.test(lower)) return lower
  return word
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(DROPPED, '')
    .normalize('NFC')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
}

/** Whether a text has nothing but ASCII characters, of any kind. */
export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 0x7f) return false
  return true
}
