import type { JsonObject, JsonSchema } from '../internal/json/json.ts'

/** Longest name that is read at all, in code points; an id part is shorter, see {@link toIdPart}. */
export const MAX_NAME_LENGTH = 512
/** Most of a description that is kept, in code points; the longest of 5,808 public tools has 4,000. */
export const MAX_DESCRIPTION_LENGTH = 16_384
/** Most of a title or category that is kept, in code points. */
export const MAX_TITLE_LENGTH = 512

/** Hints of a server about what a tool does (MCP `ToolAnnotations`). Untrusted unless the server is trusted. */
export interface ToolAnnotations {
  readonly title?: string
  /** The tool changes nothing. MCP's default is false. */
  readonly readOnlyHint?: boolean
  /** The tool may destroy something; means something only when it is not read-only. MCP's default is true. */
  readonly destructiveHint?: boolean
  /** Calling again with the same arguments changes nothing more. MCP's default is false. */
  readonly idempotentHint?: boolean
  /** The tool reaches beyond a closed world, such as the web. MCP's default is true. */
  readonly openWorldHint?: boolean
}

/** A picture of a tool (MCP `Icon`). Never fetched by Toolscout. */
export interface ToolIcon {
  /** An `https:` or `data:` URI. */
  readonly src: string
  readonly mimeType?: string
  /** Sizes such as `48x48`, or `any`. */
  readonly sizes?: readonly string[]
  /** The background the icon is meant for: `light` or `dark`. */
  readonly theme?: string
}

/** One way to call a tool. */
export interface ToolExample {
  readonly title?: string
  readonly description?: string
  /** Arguments as the tool takes them. */
  readonly arguments: JsonObject
  /** What comes back, in a few words. */
  readonly resultHint?: string
}

/**
 * A tool as Toolscout keeps it: parsed, bounded, its texts free of hidden characters, frozen through and
 * through. Made by {@link parseTool}; never changed afterwards.
 */
export interface Tool {
  /** Canonical id, see {@link formatToolId}; derived from namespace, name and version. */
  readonly id: string
  /**
   * The tool's own name: what is shown, searched and, unless its backend says otherwise, called. May hold characters
   * an id may not, and none that cannot be seen.
   */
  readonly name: string
  readonly namespace?: string
  /** Any text; semantic versions are ordered as such. */
  readonly version?: string
  readonly title?: string
  readonly description?: string
  /** What the arguments must look like; its root is an object schema. */
  readonly inputSchema: JsonSchema
  /** What the structured result looks like. */
  readonly outputSchema?: JsonSchema
  readonly annotations?: ToolAnnotations
  readonly icons?: readonly ToolIcon[]
  readonly _meta?: JsonObject
  /** Members of the MCP definition that this version of Toolscout has no name for, such as `execution`. */
  readonly otherMembers?: JsonObject
  /** Normalised, see {@link normalizeTags}; empty when there are none. */
  readonly tags: readonly string[]
  readonly category?: string
  /** Media types the tool takes. */
  readonly inputModes?: readonly string[]
  /** Media types the tool gives. */
  readonly outputModes?: readonly string[]
  /** What the tool can be relied on for, such as `file_io`. Normalised like tags. */
  readonly capabilities?: readonly string[]
  readonly examples?: readonly ToolExample[]
}

/** What was adjusted in a definition, or will not be checked of it; the tool is registered all the same. */
export interface ToolNotice {
  /** What was done. */
  readonly code:
    | 'NAME_LEGALIZED'
    | 'HIDDEN_CHARACTERS'
    | 'TEXT_TRUNCATED'
    | 'MEMBER_IGNORED'
    | 'TAGS_DROPPED'
    | 'SCHEMA_UNCHECKED'
  /** Where, such as `description` or `inputSchema.properties.path`. */
  readonly path: string
  /** A sentence for people. */
  readonly message: string
}

/** A schema as callers may write it: JSON Schema, or a Standard Schema that can give JSON Schema. */
export type SchemaInput = JsonSchema | object

/**
 * A tool as callers write it. Members are read one by one, so the value may come from anywhere; what is wrong
 * in it is an {@link InvalidToolError} when {@link parseTool} reads it.
 */
export interface ToolDefinition {
  readonly name: string
  readonly namespace?: string | undefined
  readonly version?: string | undefined
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly inputSchema: SchemaInput
  readonly outputSchema?: SchemaInput | undefined
  readonly annotations?: ToolAnnotations | undefined
  readonly icons?: readonly ToolIcon[] | undefined
  readonly _meta?: { readonly [member: string]: unknown } | undefined
  readonly otherMembers?: JsonObject | undefined
  readonly tags?: readonly string[] | undefined
  readonly category?: string | undefined
  readonly inputModes?: readonly string[] | undefined
  readonly outputModes?: readonly string[] | undefined
  readonly capabilities?: readonly string[] | undefined
  readonly examples?: readonly ToolExample[] | undefined
}
