const ASCII = /^[\x20-\x7e]*$/
const COMBINING = /[\u0300-\u036f]/g
/** Letters whose mark is part of the glyph, so that decomposition does not part them. */
const LIGATURES: { readonly [letter: string]: string } = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const LIGATURE = /[ßæœøłđðþı]/g

/**
 * Brings a word to the form in which words are compared: lower case, full-width and other compatibility forms
 * made plain (Unicode NFKC), accents of alphabets removed. Vowel signs of Indic and other scripts stay, because
 * there they are letters. Idempotent.
 */
export function foldWord(word: string): string {
  const lower = word.toLowerCase()
  if (ASCII.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replace(COMBINING, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(LIGATURE, (letter) => LIGATURES[letter] ?? letter)
}
