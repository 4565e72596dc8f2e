import type { JsonObject } from '../internal/json/json.ts'
import type { ToolDefinition } from './tool.ts'
import type { ToolHandler } from './tool-handler.ts'

/**
 * What a handler gets for a schema: the output of a Standard Schema (standardschema.dev, such as zod), else any JSON
 * object, because the types of a JSON Schema are not known before it is read.
 */
export type ToolArguments<Schema> = Schema extends {
  readonly '~standard': { readonly types?: infer Types }
}
  ? NonNullable<Types> extends { readonly output: infer Output }
    ? Output
    : JsonObject
  : JsonObject

/** A tool whose handler takes what its schema gives. */
export interface TypedTool<Schema extends object> extends Omit<ToolDefinition, 'name' | 'inputSchema'> {
  readonly name?: string | undefined
  readonly inputSchema: Schema
  readonly execute: ToolHandler<ToolArguments<Schema>>
}

/**
 * Gives a tool back as it is and has the compiler infer what `execute` takes from `inputSchema`. In a record of
 * tools the name may be left out, because the key is the name.
 */
export function defineTool<Schema extends object>(
  tool: TypedTool<Schema> & { readonly name: string },
): TypedTool<Schema> & { readonly name: string }
export function defineTool<Schema extends object>(tool: TypedTool<Schema>): TypedTool<Schema>
export function defineTool<Schema extends object>(tool: TypedTool<Schema>): TypedTool<Schema> {
  return tool
}
