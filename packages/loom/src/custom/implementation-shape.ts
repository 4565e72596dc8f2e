import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { z } from 'zod'
import type { HttpCall } from './http-handler.ts'
import { MAX_RATE } from './rate-limit.ts'

/** Longest time a custom tool may take: ten minutes, as its author writes it in seconds. */
const MAX_SECONDS = 600

const json = z.custom<JsonValue>(() => true)
export const object: z.ZodType<JsonObject> = z.custom<JsonObject>(
  (value) => isJsonObject(value as JsonValue),
  'an object is needed',
)
export const texts: z.ZodType<readonly string[]> = z.array(z.string())
export const textsByName: z.ZodType<Readonly<Record<string, string>>> = z.record(z.string(), z.string())
const rate = z.int().min(0).max(MAX_RATE).optional()
export const rateLimit: z.ZodType<WrittenLimit> = z.strictObject({
  requests_per_minute: rate,
  requests_per_hour: rate,
  notes: z.string().optional(),
})

/** What every kind has, but for `builtin`. */
const run = {
  timeout_seconds: z.number().positive().max(MAX_SECONDS).optional(),
  rate_limit: rateLimit.optional(),
}
/** What every kind has that starts a program. */
const program = {
  args: texts.default([]),
  env: textsByName.default({}),
  stdin: z.string().optional(),
  ...run,
}
/** What a program of a `script` is started with. */
const script = { script: z.string().min(1), interpreter: z.string().min(1).optional(), ...program }

const implementations = [
  z.strictObject({
    type: z.literal('http'),
    config: z.strictObject({
      endpoint: z.string(),
      method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
      headers: textsByName.default({}),
      // The second is how Loom writes it: what is sent, by name.
      request_mapping: z
        .union([z.strictObject({ query: object.optional(), body: json.optional() }), object])
        .optional(),
      response_mapping: z.union([z.string(), textsByName]).optional(),
      ...run,
    }),
  }),
  z.strictObject({
    type: z.literal('command'),
    config: z.strictObject({ command: z.string().min(1), ...program }),
  }),
  z.strictObject({ type: z.literal('python'), config: z.strictObject(script) }),
  z.strictObject({ type: z.literal('shell'), config: z.strictObject(script) }),
  z.strictObject({
    type: z.literal('docker'),
    config: z.strictObject({
      image: z.string().regex(/^[a-z0-9][\w.\-/:@]*$/iu, 'the name of an image is needed'),
      sandbox: z
        .strictObject({
          network: z.enum(['none', 'bridge']).default('none'),
          memory_limit: z
            .string()
            .regex(/^\d+(?:\.\d+)?[kmg]?b?$/iu, 'a size such as 512MB is needed')
            .optional(),
          cpu_limit: z.coerce
            .string()
            .regex(/^\d+(?:\.\d+)?$/u, 'a number of processors is needed')
            .optional(),
          pids_limit: z.int().min(1).optional(),
          readonly_rootfs: z.boolean().optional(),
          no_new_privileges: z.boolean().optional(),
          capabilities_drop: z
            .array(z.string().regex(/^[A-Z_]+$/u, 'a capability of Linux is needed'))
            .default([]),
          working_dir: z.string().startsWith('/', 'a path from the root is needed').optional(),
        })
        .prefault({}),
      ...program,
    }),
  }),
  z.strictObject({
    type: z.literal('mcp'),
    config: z.strictObject({ server: z.string().min(1), tool: z.string().min(1), ...run }),
  }),
  z.strictObject({ type: z.literal('builtin'), handler: z.string() }),
] as const

/** What runs a tool, as its definition says. */
export const implementation: z.ZodType<Implementation> = z.discriminatedUnion('type', implementations, {
  error: ({ input }) =>
    isJsonObject(input) && input.type === 'grpc'
      ? 'grpc is not spoken here: put an MCP server or an HTTP endpoint before it'
      : 'a type is needed: http, command, python, shell, docker, mcp or builtin',
})

/** How often a tool may be called, as its definition says. */
export interface WrittenLimit {
  readonly requests_per_minute?: number | undefined
  readonly requests_per_hour?: number | undefined
  readonly notes?: string | undefined
}

interface Run {
  readonly timeout_seconds?: number | undefined
  readonly rate_limit?: WrittenLimit | undefined
}

interface Program extends Run {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly stdin?: string | undefined
}

/** What a container may use. */
interface Sandbox {
  readonly network: 'none' | 'bridge'
  readonly memory_limit?: string | undefined
  readonly cpu_limit?: string | undefined
  readonly pids_limit?: number | undefined
  readonly readonly_rootfs?: boolean | undefined
  readonly no_new_privileges?: boolean | undefined
  readonly capabilities_drop: readonly string[]
  readonly working_dir?: string | undefined
}

/** What runs a custom tool. */
export type Implementation =
  | { readonly type: 'http'; readonly config: HttpCall & Run }
  | { readonly type: 'command'; readonly config: Program & { readonly command: string } }
  | {
      readonly type: 'python' | 'shell'
      readonly config: Program & { readonly script: string; readonly interpreter?: string | undefined }
    }
  | {
      readonly type: 'docker'
      readonly config: Program & { readonly image: string; readonly sandbox: Sandbox }
    }
  | { readonly type: 'mcp'; readonly config: Run & { readonly server: string; readonly tool: string } }
  | { readonly type: 'builtin'; readonly handler: string }
