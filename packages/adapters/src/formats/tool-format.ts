import type { JsonObject, Tool } from '@toolscout/model'
import type { SchemaLoss } from '../schema/schema-loss.ts'
import type { SchemaSubset } from '../schema/schema-subset.ts'

/** A tool as a format writes it. */
export interface WrittenFormat {
  readonly value: JsonObject
  /** What the tool has and the value does not. */
  readonly losses: readonly SchemaLoss[]
}

/**
 * A way of writing tools down. What an implementation owes:
 *
 * - `parse` gives a tool or throws a ConversionError; the value is not changed and nothing of it is shared.
 * - `write` gives plain JSON; the same tool gives the same bytes. What the format has no place for is among the losses.
 * - What `write` gives, `parse` reads as a tool that writes the same bytes again.
 */
export interface ToolFormat {
  readonly name: string
  /** What it takes of JSON Schema. */
  readonly subset: SchemaSubset
  readonly parse: (value: unknown) => Tool
  readonly write: (tool: Tool) => WrittenFormat
}
