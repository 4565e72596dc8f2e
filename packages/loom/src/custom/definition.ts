import type { JsonObject, JsonValue } from '@toolscout/model'

/** What runs a custom tool. */
export type Implementation =
  | {
      readonly type: 'http'
      readonly config: {
        readonly endpoint: string
        readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
        readonly headers: Readonly<Record<string, string>>
        readonly request_mapping?:
          | { readonly query?: JsonObject | undefined; readonly body?: JsonValue | undefined }
          | undefined
        readonly response_mapping?: string | undefined
        readonly timeout_seconds?: number | undefined
      }
    }
  | {
      readonly type: 'command'
      readonly config: {
        readonly command: string
        readonly args: readonly string[]
        readonly env: Readonly<Record<string, string>>
        readonly stdin?: string | undefined
        readonly timeout_seconds?: number | undefined
      }
    }
  | { readonly type: 'builtin'; readonly handler: string }

/** A tool as Loom writes it down, once its members are what they must be. */
export interface Definition {
  readonly metadata: {
    readonly name: string
    readonly title?: string | undefined
    readonly description?: string | undefined
    readonly version?: string | undefined
    readonly labels?: Readonly<Record<string, string>> | undefined
    readonly tags?: readonly string[] | undefined
    readonly capabilities?: readonly string[] | undefined
    readonly category?: string | undefined
  }
  readonly spec: {
    readonly input_schema: JsonObject
    readonly output_schema?: JsonObject | undefined
    readonly annotations?:
      | {
          readonly readOnlyHint?: boolean | undefined
          readonly destructiveHint?: boolean | undefined
          readonly idempotentHint?: boolean | undefined
          readonly openWorldHint?: boolean | undefined
        }
      | undefined
    readonly implementation: Implementation
    readonly examples?:
      | readonly {
          readonly title?: string | undefined
          readonly description?: string | undefined
          readonly input: JsonObject
          readonly output?: JsonValue | undefined
        }[]
      | undefined
    readonly rate_limit?:
      | {
          readonly requests_per_minute?: number | undefined
          readonly requests_per_hour?: number | undefined
          readonly notes?: string | undefined
        }
      | undefined
    readonly safety?:
      | {
          readonly requires_approval?: boolean | undefined
          readonly approval_timeout_seconds?: number | undefined
        }
      | undefined
    readonly metadata?: JsonObject | undefined
  }
}
