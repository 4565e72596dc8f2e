import type { JsonObject } from '@toolscout/model'

/** A tool, as an MCP server would list it, with the name of its server. */
export interface CorpusTool {
  /** `namespace:name`, unique in the corpus. */
  readonly id: string
  readonly name: string
  readonly namespace: string
  readonly title?: string
  readonly description: string
  /** Raw JSON Schema; of a made-up tool an object whose properties have a type, mostly a description and sometimes an enum. */
  readonly inputSchema: JsonObject
  readonly tags: readonly string[]
}
