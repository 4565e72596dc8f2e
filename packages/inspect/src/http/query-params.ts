import { quote, truncate } from '@toolscout/model/internal'

/** The query parameters of a request, read within bounds. */
export interface QueryParams {
  /** A text, cut at `maxLength` characters; absent when not given. */
  readonly text: (name: string, maxLength?: number) => string | undefined
  /** @throws RangeError when it is missing. */
  readonly textOrThrow: (name: string) => string
  /** @throws RangeError when it is not an integer within the bounds. */
  readonly integer: (
    name: string,
    bounds: { readonly usual: number; readonly least: number; readonly most: number },
  ) => number
}

/** Longest text that is read, in characters. */
const MAX_TEXT_LENGTH = 4_096

/** Reads the query string of an address. */
export function readQueryParams(query: string): QueryParams {
  const given = new URLSearchParams(query)
  const text: QueryParams['text'] = (name, maxLength = MAX_TEXT_LENGTH) => {
    const value = given.get(name)
    return value === null ? undefined : truncate(value, maxLength)
  }
  return {
    text,
    textOrThrow: (name) => {
      const value = text(name)
      if (value !== undefined) return value
      throw new RangeError(`${name} is missing.`)
    },
    integer: (name, { usual, least, most }) => {
      const value = given.get(name)
      if (value === null) return usual
      const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
      if (number >= least && number <= most) return number
      throw new RangeError(`${name} is ${quote(value)}; it must be an integer from ${least} to ${most}.`)
    },
  }
}
