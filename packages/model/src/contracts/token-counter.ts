/** Counts the tokens a model reads in a text. */
export type TokenCounter = (text: string) => number

const PIECES = /\p{L}[\p{L}\p{M}]*|\p{N}{1,3}|[^\s\p{L}\p{N}]+|[\r\n]+|\t+| {2,}| $|[^\S \t\r\n]/gu
/** Scripts written without spaces; a character of them costs about a token. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
const CHARACTERS_PER_WORD_TOKEN = 6
const CHARACTERS_PER_SIGN_TOKEN = 2
const BREAKS_PER_TOKEN = 16
const SPACES_PER_TOKEN = 64
/** White space that is neither space, tab nor line break. */
const TOKENS_PER_ODD_SPACE = 2

/**
 * Estimates tokens without a tokenizer: a word costs one token for each six letters begun, up to three digits
 * one, signs one for each two, a dense-script character one. A space between words costs nothing, because tokenizers
 * join it to the word behind; every other run of white space costs at least one. An estimate for budgets, not for bills;
 * how far it is from real tokenizers is measured in `docs/tokens.md`. Pass a real tokenizer where it matters.
 */
export const estimateTokens: TokenCounter = (text) => {
  let tokens = 0
  for (const [piece] of text.matchAll(PIECES)) tokens += tokensOf(piece)
  return tokens
}

function tokensOf(piece: string): number {
  if (/^\p{L}/u.test(piece)) {
    return DENSE.test(piece) ? [...piece].length : Math.ceil(piece.length / CHARACTERS_PER_WORD_TOKEN)
  }
  if (/^\p{N}/u.test(piece)) return 1
  if (/^\S/u.test(piece)) return Math.ceil(piece.length / CHARACTERS_PER_SIGN_TOKEN)
  if (piece.startsWith(' ')) return Math.ceil(piece.length / SPACES_PER_TOKEN)
  return /^[\t\r\n]/.test(piece) ? Math.ceil(piece.length / BREAKS_PER_TOKEN) : TOKENS_PER_ODD_SPACE
}
