import type { JsonObject, JsonSchema } from '../internal/json/json.ts'

/** Longest name that is read at all, in code points; an id part is shorter, see {@link toIdPart}. */
export const MAX_NAME_LENGTH = 512
/** Most of a description that is kept, in code points; the longest of 5,808 public tools has 4,000. */
export const MAX_DESCRIPTION_LENGTH = 16_384
/** Most of a title or category that is kept, in code points. */
export const MAX_TITLE_LENGTH = 512

/** What can be found: tools, and what MCP calls prompts, resources (templates of them too) and skills. */
export type EntryKind = 'tool' | 'prompt' | 'resource' | 'skill'

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
   * What it is where it is no tool. A call of a prompt gives its messages, of a resource its contents, of a skill its
   * text. Absent for a tool.
   */
  readonly kind?: Exclude<EntryKind, 'tool'>
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
    | 'SCHEMA_REFUSED'
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
export interface ToolDefinition
  extends Given<Omit<Tool, 'id' | 'kind' | 'name' | 'inputSchema' | 'outputSchema' | '_meta'>> {
  /** Default `tool`. */
  readonly kind?: EntryKind | undefined
  /** The whole text of a skill, by which it is found as well; kept in `otherMembers`. */
  readonly body?: string | undefined
  readonly name: string
  readonly inputSchema: SchemaInput
  readonly outputSchema?: SchemaInput | undefined
  readonly _meta?: { readonly [member: string]: unknown } | undefined
}

/** Members that may be left out, or be `undefined`. */
type Given<Members> = { readonly [Name in keyof Members]?: Members[Name] | undefined }

/** How far a call has come (MCP `notifications/progress`). */
export interface ToolProgress {
  /** Grows with every report. */
  readonly progress: number
  /** What `progress` will be at the end, where that is known. */
  readonly total?: number
  readonly message?: string
}

/** What a handler may use beside the arguments. Members are named as in the AI SDK, so that its tools run here. */
export interface ToolCallContext {
  /** Aborted when the caller gives up or the deadline passes. */
  readonly signal: AbortSignal
  /** The same signal, by the AI SDK's name for it. */
  readonly abortSignal: AbortSignal
  /** Tells calls apart: the caller's id of this call, else a random one. */
  readonly toolCallId: string
  /** The conversation that led to the call, as far as the caller handed it on; else empty. */
  readonly messages: readonly unknown[]
  /** Tells the caller how far the call has come, if he wants to know. */
  readonly progress: (progress: ToolProgress) => void
  /** Who called, where that is an MCP client that can be talked to. */
  readonly client?: ToolClient | undefined
  /** On whose behalf the tool is called, where that is known. */
  readonly principal?: string | undefined
}

/**
 * Runs a tool in this process. The arguments fit the tool's schema and are a copy of the handler's own: it may
 * change them. What it gives back, or what its promise resolves to, becomes the result, see {@link toToolResult};
 * what it throws becomes a result with `isError`, see {@link errorResult}.
 */
export type ToolHandler<Arguments = JsonObject> = (args: Arguments, context: ToolCallContext) => unknown

/** Any function that can run a tool, whatever it says of its arguments; {@link defineTool} checks what it says. */
export type AnyToolHandler = (...args: never[]) => unknown

/** How urgent a message is (RFC 5424, as MCP uses it). */
export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency'

/** What a tool can request from its caller (MCP client features). */
export type ClientMethod = 'sampling/createMessage' | 'elicitation/create' | 'roots/list'

/** Something a tool says while it runs (MCP `notifications/message`). */
export interface LogMessage {
  readonly level: LogLevel
  /** Who says it. */
  readonly logger?: string
  /** Any JSON; usually a text. */
  readonly data: unknown
}

/**
 * The program that called a tool, as far as the tool may talk to it while it runs: to have a model sampled, to ask its
 * user, to say how it goes. What an implementation owes:
 *
 * - `request` resolves with the client's answer, or rejects: when the client lacks the capability, when it refuses, or
 *   with the reason of an aborted signal.
 * - `log` never throws; what the client did not ask for is dropped.
 */
export interface ToolClient {
  /** Whatever tells clients apart: the calls of one client share it. Absent where each call is of a client of its own. */
  readonly identity?: object | undefined
  /** MCP client capabilities, such as `{ sampling: {}, elicitation: {} }`. */
  readonly capabilities: JsonObject
  /** Whether the call goes on as a task, which its client asks after: it then has the time of one. Default false. */
  readonly isTask?: boolean | undefined
  readonly request: (
    method: ClientMethod,
    params: JsonObject,
    options?: {
      readonly signal?: AbortSignal | undefined
      /** What the question is called where questions have names (MCP 2026-07-28). Default: its number. */
      readonly key?: string | undefined
    },
  ) => Promise<JsonObject>
  readonly log: (message: LogMessage) => void
}
