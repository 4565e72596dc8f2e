import { MAX_TIMEOUT_MS } from '@toolscout/model/internal'
import { z } from 'zod'
import type { ConfigPath } from './config-place.ts'

// The messages are ours: they say what is needed and never repeat a value, which may be a secret.
// People write ports and flags without quotes; a process and a header know only text.
const text = z.union([z.string(), z.number(), z.boolean()], { error: 'a text is needed' }).transform(String)
const texts = z.array(text, { error: 'a list of texts is needed' })
const textMap = z.record(z.string(), text, { error: 'an object of texts is needed' })
const flag = z.boolean({ error: 'true or false is needed' })
const timeoutError = `a whole number of milliseconds from 1 to ${MAX_TIMEOUT_MS} is needed`
const timeoutMs = z.int({ error: timeoutError }).min(1, timeoutError).max(MAX_TIMEOUT_MS, timeoutError)

const TYPES = ['stdio', 'local', 'http', 'streamable-http', 'streamableHttp', 'sse', 'remote'] as const

/**
 * One entry of a configuration file, in any of the dialects. Members nobody knows are let through here and
 * warned of by the reader; in `tools` they are refused, because a misspelled `deny` would let a tool through.
 */
const SERVER_ENTRY = z.looseObject(
  {
    type: z.enum(TYPES, { error: `one of ${TYPES.join(', ')} is needed` }).optional(),
    command: z.union([z.string(), texts.min(1)], { error: 'a text or a list of texts is needed' }).optional(),
    args: texts.optional(),
    env: textMap.optional(),
    environment: textMap.optional(),
    cwd: z.string({ error: 'a text is needed' }).optional(),
    url: z.string({ error: 'a text is needed' }).optional(),
    headers: textMap.optional(),
    disabled: flag.optional(),
    enabled: flag.optional(),
    timeout: timeoutMs.optional(),
    timeoutMs: timeoutMs.optional(),
    tools: z
      .strictObject(
        { allow: texts.optional(), deny: texts.optional(), alwaysVisible: texts.optional() },
        { error: 'an object of the lists allow, deny and alwaysVisible, and nothing else, is needed' },
      )
      .optional(),
    trusted: flag.optional(),
    tags: texts.optional(),
  },
  { error: 'an object is needed' },
)

/** One entry as the file has it, its members checked. */
export interface ServerEntry {
  readonly type?: (typeof TYPES)[number] | undefined
  readonly command?: string | readonly string[] | undefined
  readonly args?: readonly string[] | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly environment?: Readonly<Record<string, string>> | undefined
  readonly cwd?: string | undefined
  readonly url?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly timeout?: number | undefined
  readonly timeoutMs?: number | undefined
  readonly tools?:
    | {
        readonly allow?: readonly string[] | undefined
        readonly deny?: readonly string[] | undefined
        readonly alwaysVisible?: readonly string[] | undefined
      }
    | undefined
  readonly trusted?: boolean | undefined
  readonly tags?: readonly string[] | undefined
}

/** Members an entry may have. */
export const ENTRY_KEYS: readonly string[] = Object.freeze(Object.keys(SERVER_ENTRY.shape))

/** The first thing that is wrong in an entry. */
export interface EntryProblem {
  readonly path: ConfigPath
  readonly problem: string
}

/** Checks the types of an entry's members. */
export function parseServerEntry(value: unknown): { readonly entry: ServerEntry } | EntryProblem {
  const parsed = SERVER_ENTRY.safeParse(value)
  if (parsed.success) return { entry: parsed.data }
  const [issue] = parsed.error.issues
  const path = (issue?.path ?? []).map((part) => (typeof part === 'number' ? part : String(part)))
  return { path, problem: issue?.message ?? 'an object is needed' }
}
