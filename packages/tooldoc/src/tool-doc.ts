import type { Tool, ToolExample } from '@toolscout/model'
import { quote, type ToolAnnotations, truncate } from '@toolscout/model/internal'
import type { SchemaInfo } from '@toolscout/schema'
import { InvalidDetailError } from './errors.ts'

/** Documentation as it is written. A member that is absent or `undefined` says nothing about what is there. */
export interface ToolDocInput {
  /** What the tool is for, in one line. An empty text takes back an earlier summary. */
  readonly summary?: string | undefined
  /** What a caller should know beside the schema. An empty text takes back earlier notes. */
  readonly notes?: string | undefined
  /** Takes the place of all earlier examples. */
  readonly examples?: readonly ToolExample[] | undefined
  /** Where more is written, such as addresses of manuals. Takes the place of all earlier ones. */
  readonly externalRefs?: readonly string[] | undefined
}

/** Enough to call a tool. */
export const DEFAULT_DETAIL: DetailLevel = 'schema'

/** Documentation of a tool at one level of detail. Deeply frozen. */
export interface ToolDoc {
  readonly id: string
  readonly detail: DetailLevel
  /** The documented summary, else `_meta.summary` or the description of the tool; empty when there is none. */
  readonly summary: string
  /** Members of the tool that every level tells, when the tool is known. */
  readonly kind?: Tool['kind']
  readonly inputModes?: readonly string[]
  readonly outputModes?: readonly string[]
  readonly annotations?: ToolAnnotations
  /** Names of the security schemes a call needs. */
  readonly security?: readonly string[]
  /** From `schema` on. */
  readonly tool?: Tool
  /** What the input schema asks for; from `schema` on. */
  readonly schemaInfo?: SchemaInfo
  /** At `full`. */
  readonly notes?: string
  readonly examples?: readonly ToolExample[]
  readonly externalRefs?: readonly string[]
}

/**
 * How much documentation of a tool to return. `summary`: what it is for. `schema`: also how it is called. `full`: also notes,
 * examples and references.
 */
export type DetailLevel = 'summary' | 'schema' | 'full'

/** The levels, least first. */
export const DETAIL_LEVELS: readonly DetailLevel[] = Object.freeze(['summary', 'schema', 'full'])

/**
 * Reads a level of detail, such as one a model asked for.
 *
 * @throws InvalidDetailError `INVALID_DETAIL` for anything but `summary`, `schema` and `full`.
 */
export function parseDetail(value: unknown): DetailLevel {
  const level = DETAIL_LEVELS.find((known) => known === value)
  if (level !== undefined) return level
  throw new InvalidDetailError(
    `${quote(value)} is no level of detail; use summary, schema or full.`,
    truncate(String(value), 80),
  )
}
