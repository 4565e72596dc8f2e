import type { JsonObject, JsonValue, LocalTool } from '@toolscout/model'
import { truncate } from '@toolscout/model/internal'
import { z } from 'zod'
import {
  APPROVAL_META_KEY,
  APPROVAL_TIMEOUT_META_KEY,
  DETAILS_META_KEY,
  FILE_META_KEY,
  LABELS_META_KEY,
  RATE_LIMIT_META_KEY,
  TARGET_META_KEY,
} from '../meta-keys.ts'
import {
  type Implementation,
  implementation,
  object,
  rateLimit as rateLimitShape,
  texts,
  textsByName,
  type WrittenLimit,
} from './implementation-shape.ts'
import { type RateLimit, readRateLimit } from './rate-limit.ts'
import { readMembers, type Written } from './unread-members.ts'

/** How long an implementation may take where its definition names no time, in seconds. */
const DEFAULT_TIMEOUT_SECONDS = 30
/** Longest hint at the result of an example, in code points. */
const MAX_HINT_LENGTH = 200

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
          output: z.custom<JsonValue>(() => true).optional(),
        }),
      )
      .optional(),
    rate_limit: rateLimitShape.optional(),
    safety: z
      .strictObject({
        requires_approval: z.boolean().optional(),
        approval_timeout_seconds: z.number().positive().max(86_400).optional(),
      })
      .optional(),
    metadata: object.optional(),
  }),
})

/** A tool as Loom writes it down, once its members are what they must be. */
export interface WrittenTool {
  /** Without what runs it. */
  readonly tool: LocalTool
  readonly inputSchema: JsonObject
  readonly implementation: Implementation
  /** `undefined` leaves it to the tool it goes to. */
  readonly timeoutMs: number | undefined
  readonly rateLimit: RateLimit | undefined
  /** Sentences about members that have no effect. */
  readonly warnings: readonly string[]
}

/** @throws CustomToolError `CUSTOM_TOOL_INVALID` naming the first member that is wrong, or that promises what is not enforced. */
export function readWrittenTool(written: Written): WrittenTool {
  const { data, warnings } = readMembers(shape, written)
  const { implementation, input_schema: inputSchema, rate_limit: limit } = data.spec
  const config = 'config' in implementation ? implementation.config : undefined
  const rateLimit = stricter(limit, config?.rate_limit)
  const tool = toTool(data, { file: written.file, rateLimit })
  // A tool of a server has the time that its server has.
  const seconds =
    config?.timeout_seconds ?? (implementation.type === 'mcp' ? undefined : DEFAULT_TIMEOUT_SECONDS)
  const timeoutMs = seconds && Math.ceil(1_000 * seconds)
  return { tool, inputSchema, implementation, timeoutMs, rateLimit, warnings }
}

/** What holds where a limit stands in two places. */
function stricter(limit: WrittenLimit = {}, other: WrittenLimit = {}): RateLimit | undefined {
  const least = (name: 'requests_per_minute' | 'requests_per_hour'): number =>
    Math.min(limit[name] ?? Number.POSITIVE_INFINITY, other[name] ?? Number.POSITIVE_INFINITY)
  const [requestsPerMinute, requestsPerHour] = [least('requests_per_minute'), least('requests_per_hour')]
  const notes = limit.notes ?? other.notes
  const read = {
    ...(Number.isFinite(requestsPerMinute) && { requestsPerMinute }),
    ...(Number.isFinite(requestsPerHour) && { requestsPerHour }),
    ...(notes !== undefined && { notes }),
  }
  return Object.keys(read).length === 0 ? undefined : readRateLimit(read)
}

function toTool(
  { metadata: { labels, ...named }, spec }: z.output<typeof shape>,
  { file, rateLimit }: { readonly file: string; readonly rateLimit: RateLimit | undefined },
): LocalTool {
  const { implementation, safety = {} } = spec
  const { approval_timeout_seconds: approvalSeconds } = safety
  // A tool of a server is asked about where it is called; what leads to it, only where that is written.
  const needsApproval = safety.requires_approval ?? (implementation.type === 'mcp' ? false : undefined)
  const target = implementation.type === 'mcp' && targetId(implementation.config)
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
      ...(target && { [TARGET_META_KEY]: target }),
      ...(labels && { [LABELS_META_KEY]: labels }),
      ...(spec.metadata && { [DETAILS_META_KEY]: spec.metadata }),
      ...(rateLimit && { [RATE_LIMIT_META_KEY]: { ...rateLimit } }),
      ...(needsApproval !== undefined && { [APPROVAL_META_KEY]: needsApproval }),
      ...(approvalSeconds && { [APPROVAL_TIMEOUT_META_KEY]: Math.ceil(1_000 * approvalSeconds) }),
    },
  }
}

/** The id in a gateway of a server's tool. */
export function targetId({ server, tool }: { readonly server: string; readonly tool: string }): string {
  return `${server}:${tool}`
}
