/** How often sets count in means, by name; the others count once. */
export type SetWeights = { readonly [set: string]: number }

/**
 * Reads `SET=N` of every `--weight`.
 *
 * @throws RangeError with one line for the user.
 */
export function readWeights(given: readonly string[]): SetWeights {
  return Object.fromEntries(
    given.map((text) => {
      const [, set = '', value = ''] = /^(.+)=(\d+(?:\.\d+)?)$/.exec(text) ?? []
      if (Number(value) > 0) return [set, Number(value)]
      throw new RangeError(
        `--weight is ${JSON.stringify(text)}; it takes a set and a number above 0, as in my_set=2.`,
      )
    }),
  )
}

/** @throws RangeError with one line for the user when a weight is of no set that is measured. */
export function requireKnownSets(weights: SetWeights, names: readonly string[]): void {
  const unknown = Object.keys(weights).find((name) => !names.includes(name))
  if (unknown === undefined) return
  throw new RangeError(`--weight: there is no set ${unknown} but ${names.join(', ')}.`)
}
