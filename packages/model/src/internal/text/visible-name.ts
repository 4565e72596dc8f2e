import { cleanText } from './clean-text.ts'

/**
 * A foreign name as it is shown, searched and put into ids: without hidden characters and in one line. A name that
 * has neither stays as it is; what is left of any other has no white space at its ends and may be empty. Idempotent.
 */
export function visibleName(name: string): string {
  const visible = cleanText(name).replace(/[\t\n]+/g, ' ')
  return visible === name ? name : visible.trim()
}
