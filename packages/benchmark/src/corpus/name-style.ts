import { capitalize } from './tool-words.ts'

/** How the words of an identifier are joined. */
export type NameStyle = 'snake' | 'camel' | 'kebab'

/** As often as servers use them: half snake_case, a third camelCase, the rest kebab-case. */
export const NAME_STYLES: readonly NameStyle[] = ['snake', 'snake', 'snake', 'camel', 'camel', 'kebab']

/** An identifier of some words. */
export function joinName(words: readonly string[], style: NameStyle): string {
  if (style === 'snake') return words.join('_')
  if (style === 'kebab') return words.join('-')
  return words.map((word, i) => (i === 0 ? word : capitalize(word))).join('')
}
