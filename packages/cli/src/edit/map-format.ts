import type { JsonValue } from '@toolscout/model'

/** Names of the maps, from the outermost to the one that holds the servers. */
export type MapPath = readonly string[]

/** How maps are written in a kind of file. Nothing is read from a text that does not parse; every step is pure. */
export interface MapFormat {
  /** What a file begins with that is not there yet, or empty. */
  readonly start: string
  /** Puts a value under a name. */
  readonly put: (text: string, path: MapPath, name: string, value: JsonValue) => string
  /** Puts back what {@link MapFormat.raw} gave. */
  readonly putRaw: (text: string, path: MapPath, name: string, written: string) => string
  /** Takes a name away; a text without it stays as it is. */
  readonly take: (text: string, path: MapPath, name: string) => string
  /** The value of a name, as it is written. */
  readonly raw: (text: string, path: MapPath, name: string) => string | undefined
}
