import { spell } from './quote.ts'

/** Foreign text in one line: every run of white space is one space, none at the ends, hidden characters spelled. */
export function oneLine(text: string): string {
  return spell(text.replace(/[\s\u0085]+/gu, ' ').trim())
}
