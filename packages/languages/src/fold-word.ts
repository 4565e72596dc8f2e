/** Accents of alphabets, vowel points of Arabic with the stroke that stretches words, and the dot of Devanagari. */
const DROPPED = /[\u0300-\u036f\u0640\u064b-\u065f\u0670\u093c]/gu
const LETTERS: { readonly [letter: string]: string } = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
}
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')
const PLAIN = /^[a-z]*$/

/** The form in which words are compared: lower case, without accents. The script that makes the data uses the same. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase()
  if (PLAIN.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replace(DROPPED, '')
    .normalize('NFC')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
}
