import { spell } from './quote.ts'

/** Visible ASCII in one line, each two words one space apart, as most texts are. */
const PLAIN_LINE = /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/

/** Foreign text in one line: every run of white space is one space, none at the ends, hidden characters spelled. */
export function oneLine(text: string): string {
  if (PLAIN_LINE.test(text)) return text
  return spell(text.replace(/[\s\u0085]+/gu, ' ').trim())
}
