import { spell } from '@toolscout/model'

/** Foreign text in one line: every run of white space and line breaks is a space, hidden characters are spelled. */
export function oneLine(text: string): string {
  return spell(text.replace(/[\s\u0085]+/gu, ' '))
}
