import { quote, truncate } from '@toolscout/model/internal'

/** What a request asks for beside its path, read within bounds. */
export interface Asked {
  /** A text of at most so many characters; absent for none. */
  readonly text: (name: string, maxLength?: number) => string | undefined
  /** @throws RangeError where there is none. */
  readonly textOrThrow: (name: string) => string
  /** @throws RangeError for what is no integer within the bounds. */
  readonly integer: (
    name: string,
    bounds: { readonly usual: number; readonly least: number; readonly most: number },
  ) => number
}

/** Longest text that is read: what fits into an address is bounded anyway. */
const MAX_TEXT_LENGTH = 4_096

/** Reads the part of an address behind its `?`. */
export function readAsked(query: string): Asked {
  const given = new URLSearchParams(query)
  const text: Asked['text'] = (name, maxLength = MAX_TEXT_LENGTH) => {
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
