import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { z } from 'zod'
import { CustomToolError } from '../errors.ts'
import type { Definition } from './definition.ts'
import { MAX_RATE } from './rate-limit.ts'

/** Longest time a custom tool may take: ten minutes, as its author writes it in seconds. */
const MAX_SECONDS = 600

const json = z.custom<JsonValue>(() => true)
const object = z.custom<JsonObject>((value) => isJsonObject(value as JsonValue), 'an object is needed')
const texts = z.array(z.string())
const textsByName = z.record(z.string(), z.string())
const seconds = z.number().positive().max(MAX_SECONDS)
const rate = z.int().min(0).max(MAX_RATE)

/** What Loom has besides, and the way out. */
const ELSEWHERE: ReadonlyMap<unknown, string> = new Map([
  ['shell', 'no shell is started; write type command, with the program and its arguments'],
  ['python', 'write type command, with the interpreter as its command'],
  ['docker', 'write type command, with docker as its command'],
  ['mcp', 'add the server to the gateway; its tools are there then'],
  ['grpc', 'there is none; put an MCP server or an HTTP endpoint before it'],
])

const implementation = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('http'),
      config: z.strictObject({
        endpoint: z.string(),
        method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
        headers: textsByName.default({}),
        request_mapping: z.strictObject({ query: object.optional(), body: json.optional() }).optional(),
        response_mapping: z.string().optional(),
        timeout_seconds: seconds.optional(),
      }),
    }),
    z.strictObject({
      type: z.literal('command'),
      config: z.strictObject({
        command: z.string().min(1),
        args: texts.default([]),
        env: textsByName.default({}),
        stdin: z.string().optional(),
        timeout_seconds: seconds.optional(),
      }),
    }),
    z.strictObject({ type: z.literal('builtin'), handler: z.string() }),
  ],
  {
    error: ({ input }) =>
      ELSEWHERE.get(isJsonObject(input) ? input.type : undefined) ??
      'a type is needed: http, command or builtin',
  },
)

const shape = z.strictObject({
  apiVersion: z.literal('loom/v1'),
  kind: z.literal('Tool'),
  metadata: z.strictObject({
    name: z.string().min(1),
    title: z.string().optional(),
    description: z.string().optional(),
    version: z.string().optional(),
    labels: textsByName.optional(),
    tags: texts.optional(),
    capabilities: texts.optional(),
    category: z.string().optional(),
  }),
  spec: z.strictObject({
    input_schema: object.default({ type: 'object' }),
    output_schema: object.optional(),
    annotations: z
      .strictObject({
        readOnlyHint: z.boolean().optional(),
        destructiveHint: z.boolean().optional(),
        idempotentHint: z.boolean().optional(),
        openWorldHint: z.boolean().optional(),
      })
      .optional(),
    implementation,
    examples: z
      .array(
        z.strictObject({
          title: z.string().optional(),
          description: z.string().optional(),
          input: object,
          output: json.optional(),
        }),
      )
      .optional(),
    rate_limit: z
      .strictObject({
        requests_per_minute: rate.optional(),
        requests_per_hour: rate.optional(),
        notes: z.string().optional(),
      })
      .optional(),
    safety: z
      .strictObject({
        requires_approval: z.boolean().optional(),
        approval_timeout_seconds: z.number().positive().max(86_400).optional(),
      })
      .optional(),
    metadata: object.optional(),
  }),
})

/** @throws CustomToolError `CUSTOM_TOOL_INVALID` naming the first member that is wrong or unknown. */
export function checkShape(value: JsonValue, file: string): Definition {
  const read = shape.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new CustomToolError(`${issue?.message ?? 'it is not in the form it must have'}.`, {
    file,
    path: (issue?.path ?? []).map(String).join('.'),
  })
}
