import { nearestNames } from './text/nearest-names.ts'
import { quote } from './text/quote.ts'

/**
 * Rejects a value that is not an object, and unknown members: a misspelt option has no effect, which is the one thing
 * its author does not expect. `what` names the object in
 * messages, such as `the options of a call`.
 *
 * @throws TypeError naming the member and the nearest known one, else all of them.
 */
export function requireKnownMembers(what: string, given: unknown, known: readonly string[]): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new TypeError(`An object is needed for ${what}, not ${quote(given)}.`)
  }
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue
    const [nearest] = nearestNames(name, known)
    const hint = nearest === undefined ? `it may have ${known.join(', ')}.` : `did you mean ${nearest}?`
    throw new TypeError(`${quote(name)} is no member of ${what}; ${hint}`)
  }
}
