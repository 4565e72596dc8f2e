/** Counts the tokens a model reads in a text. */
export type TokenCounter = (text: string) => number

const PIECES = /\p{L}[\p{L}\p{M}]*|\p{N}{1,3}|[^\s\p{L}\p{N}]+|\n+/gu
/** Scripts written without spaces; a character of them costs about a token. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
const CHARACTERS_PER_WORD_TOKEN = 6
const CHARACTERS_PER_SIGN_TOKEN = 2

/**
 * Estimates tokens without a tokenizer: a word costs one token for each six letters begun, up to three digits
 * one, signs one for each two, a dense-script character one. An estimate for budgets, not for bills; how far it
 * is from real tokenizers is measured in `docs/tokens.md`. Pass a real tokenizer where it matters.
 */
export const estimateTokens: TokenCounter = (text) => {
  let tokens = 0
  for (const [piece] of text.matchAll(PIECES)) {
    if (/^\p{L}/u.test(piece)) {
      tokens += DENSE.test(piece) ? [...piece].length : Math.ceil(piece.length / CHARACTERS_PER_WORD_TOKEN)
    } else if (/^\p{N}/u.test(piece)) tokens += 1
    else tokens += piece.startsWith('\n') ? 1 : Math.ceil(piece.length / CHARACTERS_PER_SIGN_TOKEN)
  }
  return tokens
}
