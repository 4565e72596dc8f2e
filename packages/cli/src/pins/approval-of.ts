import type { ToolPin } from '@toolscout/guard'

/**
 * Hexadecimal digits of a digest that say which definition was looked at. Whoever writes a server makes both definitions:
 * two of a common beginning are found after the square root of all there are, here 2 to the 64th.
 */
export const APPROVED_DIGITS = 32

/** What `approve` is given for a definition as it was looked at, and for no other. */
export function approvalOf({ id, digest }: Pick<ToolPin, 'id' | 'digest'>): string {
  return `${id}@${digest.slice(0, APPROVED_DIGITS)}`
}
