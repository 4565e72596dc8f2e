import { quote, spell } from '@toolscout/model/internal'
import type { ConfigPlace } from '../errors.ts'

/** Members and indices on the way to a value. */
export type ConfigPath = readonly (string | number)[]

/** A place in a text, as editors show it. */
export interface TextPosition {
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 code units. */
  readonly column: number
}

/** A configuration as values, and where they stand if they came from text. */
export interface ConfigDocument {
  readonly value: unknown
  /** Position of a value, or of the nearest one around it in the text. */
  readonly locate?: (path: ConfigPath) => TextPosition
  /** Paths of members that stand in their object a second time; the last one counts. */
  readonly duplicates?: readonly ConfigPath[]
}

/** Gives the place of a path in one document, for errors and warnings. */
export type PlaceFinder = (path: ConfigPath, server?: string) => ConfigPlace

/** Prepares the places of a document that is called `source`. */
export function createPlaceFinder(document: ConfigDocument, source: string): PlaceFinder {
  return (path, server) =>
    Object.freeze({
      source,
      path: formatConfigPath(path),
      ...(server === undefined ? {} : { server }),
      ...document.locate?.(path),
    })
}

/** Writes a place the way compilers do: `mcp.json:12:7: mcpServers.github.url`. */
export function describePlace(place: ConfigPlace): string {
  const position = place.line === undefined ? '' : `:${place.line}:${place.column}`
  return `${spell(place.source)}${position}${place.path === '' ? '' : `: ${place.path}`}`
}

/** Writes a path as people read it: `mcpServers.github.args[0]`, `mcpServers["my server"].url`. */
export function formatConfigPath(path: ConfigPath): string {
  return path
    .map((part, i) => {
      if (typeof part === 'number') return `[${part}]`
      if (!/^[A-Za-z_$][A-Za-z0-9_$-]*$/.test(part)) return `[${quote(part)}]`
      return i === 0 ? part : `.${part}`
    })
    .join('')
}
