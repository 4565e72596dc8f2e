import type { JsonObject, JsonValue, LocalTool } from '@toolscout/model'
import { isJsonObject, truncate } from '@toolscout/model/internal'
import { z } from 'zod'
import { CustomToolError } from '../errors.ts'
import {
  APPROVAL_META_KEY,
  APPROVAL_TIMEOUT_META_KEY,
  DETAILS_META_KEY,
  FILE_META_KEY,
  LABELS_META_KEY,
  RATE_LIMIT_META_KEY,
} from '../meta-keys.ts'
import type { CommandCall } from './command-handler.ts'
import type { HttpCall } from './http-handler.ts'
import { MAX_RATE, type RateLimit, readRateLimit } from './rate-limit.ts'

/** Longest time a custom tool may take: ten minutes, as its author writes it in seconds. */
const MAX_SECONDS = 600
/** How long an implementation may take where its definition names no time, in seconds. */
const DEFAULT_TIMEOUT_SECONDS = 30
/** Longest hint at the result of an example, in code points. */
const MAX_HINT_LENGTH = 200

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

/** What runs a custom tool. */
export type Implementation =
  | { readonly type: 'http'; readonly config: HttpCall }
  | { readonly type: 'command'; readonly config: CommandCall }
  | { readonly type: 'builtin'; readonly handler: string }

/** A tool as Loom writes it down, once its members are what they must be. */
export interface WrittenTool {
  /** Without what runs it. */
  readonly tool: LocalTool
  readonly inputSchema: JsonObject
  readonly implementation: Implementation
  readonly timeoutMs: number
  readonly rateLimit: RateLimit | undefined
}

/** @throws CustomToolError `CUSTOM_TOOL_INVALID` naming the first member that is wrong or unknown. */
export function readWrittenTool(value: JsonValue, file: string): WrittenTool {
  const read = shape.safeParse(value)
  if (!read.success) {
    const [issue] = read.error.issues
    const path = (issue?.path ?? []).map(String).join('.')
    throw new CustomToolError(`${issue?.message ?? 'it is not in the form it must have'}.`, { file, path })
  }
  const { spec } = read.data
  const { implementation, input_schema: inputSchema } = spec
  const seconds = 'config' in implementation ? implementation.config.timeout_seconds : undefined
  const limit = spec.rate_limit && {
    requestsPerMinute: spec.rate_limit.requests_per_minute ?? null,
    requestsPerHour: spec.rate_limit.requests_per_hour ?? null,
    notes: spec.rate_limit.notes ?? null,
  }
  const rateLimit = readRateLimit(limit)
  const tool = toTool(read.data, { file, rateLimit })
  const timeoutMs = Math.ceil(1_000 * (seconds ?? DEFAULT_TIMEOUT_SECONDS))
  return { tool, inputSchema, implementation, timeoutMs, rateLimit }
}

function toTool(
  { metadata: { labels, ...named }, spec }: z.output<typeof shape>,
  { file, rateLimit }: { readonly file: string; readonly rateLimit: RateLimit | undefined },
): LocalTool {
  const { requires_approval: needsApproval, approval_timeout_seconds: approvalSeconds } = spec.safety ?? {}
  return {
    ...named,
    inputSchema: spec.input_schema,
    outputSchema: spec.output_schema,
    annotations: spec.annotations as LocalTool['annotations'],
    examples: spec.examples?.map(({ input, output, title, description }) => ({
      arguments: input,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(output !== undefined && { resultHint: truncate(JSON.stringify(output), MAX_HINT_LENGTH) }),
    })),
    _meta: {
      [FILE_META_KEY]: file,
      ...(labels && { [LABELS_META_KEY]: labels }),
      ...(spec.metadata && { [DETAILS_META_KEY]: spec.metadata }),
      ...(rateLimit && { [RATE_LIMIT_META_KEY]: { ...rateLimit } }),
      ...(needsApproval !== undefined && { [APPROVAL_META_KEY]: needsApproval }),
      ...(approvalSeconds && { [APPROVAL_TIMEOUT_META_KEY]: Math.ceil(1_000 * approvalSeconds) }),
    },
  }
}
