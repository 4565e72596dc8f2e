import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject, nearestNames, quote } from '@toolscout/model/internal'
import type { z } from 'zod'
import { CustomToolError } from '../errors.ts'
import type { YamlDocument, YamlPath } from './parse-yaml.ts'

/** Members that Loom has and that have no effect here, with the reason. */
const RETIRED: ReadonlyMap<string, string> = new Map([
  ['max_retries', 'nothing is retried unless its hints say that it may be'],
  ['pool', 'the gateway has one connection a server'],
  ['tracing', 'an `observer` of the gateway traces every call'],
])
/** Words of a name that promise something about what may happen: it must hold, or not be written. */
const PROMISES =
  /^(?:access|allow|approv|auth(?!ors?$)|block|capab|confirm|danger|deni|deny|destruct|disallow|drop|exclu|forbid|guard|hint|idempot|insecur|isolat|limit|max|mask|network|only|permi|polic|privileg|prohibit|protect|quota|rate|redact|requir|restrict|safe|sandbox|scope|secur|timeout|trust|valid|verif|white)/u
/** Objects all of whose members promise something. */
const STRICT: ReadonlySet<YamlPath[number]> = new Set(['safety', 'annotations', 'rate_limit', 'sandbox'])
/** What a slip of the pen may have meant. */
const MEANT = [
  ...['safety', 'annotations', 'rate_limit', 'sandbox', 'timeout_seconds', 'requires_approval'],
  ...['examples', 'input_schema', 'output_schema', 'capabilities', 'description', 'tags', 'version', 'title'],
]

/** A definition as it was written. */
export interface Written extends YamlDocument {
  readonly file: string
}

/**
 * Reads a definition. Members that have no effect are left out, and each gives a sentence that names file, line and member;
 * those that promise safety are refused, since what is not enforced must not look as if it were.
 *
 * @throws CustomToolError `CUSTOM_TOOL_INVALID` naming the first member that is wrong.
 */
export function readMembers<Shape extends z.ZodObject>(
  shape: Shape,
  { value, lineOf, file }: Written,
): { readonly data: z.output<Shape>; readonly warnings: readonly string[] } {
  const warnings: string[] = []
  let given: JsonValue = value
  for (;;) {
    const read = shape.safeParse(given)
    if (read.success) return { data: read.data, warnings }
    const { issues } = read.error
    const wrong = issues.find(({ code }) => code !== 'unrecognized_keys')
    if (wrong !== undefined)
      throw new CustomToolError(`${wrong.message}.`, { file, path: textOf(wrong.path) })
    const unread = issues.flatMap((issue): readonly YamlPath[] =>
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...stepsOf(issue.path), key]) : [],
    )
    for (const path of unread) {
      const reason = reasonOf(path, valueAt(given, path), file)
      warnings.push(`${quote(file)}, line ${lineOf(path)}: ${textOf(path)} has no effect${reason}`)
    }
    given = unread.reduce<JsonValue>((left, path) => without(left, path), given)
  }
}

/** The end of the sentence about a member that may be left out. @throws CustomToolError for one that promises something. */
function reasonOf(path: YamlPath, member: JsonValue | undefined, file: string): string {
  const name = String(path.at(-1))
  const retired = RETIRED.get(name)
  const isStrict = path.slice(0, -1).some((step) => STRICT.has(step))
  if (retired !== undefined && !isStrict) return `: ${retired}.`
  const [meant] = nearestNames(name, MEANT, { beginnings: false })
  const promise = isStrict ? name : promiseOf(name, member)
  if (promise === undefined && meant === undefined) return '.'
  const hint = meant === undefined ? 'Enforce it elsewhere, and remove it.' : `Is ${quote(meant)} meant?`
  if (promise === undefined && !STRICT.has(meant ?? '')) return `. Is ${quote(meant ?? '')} meant?`
  const why = `${quote(promise ?? name)} is not known, and must not look as if it held. ${hint}`
  throw new CustomToolError(why, { file, path: textOf(path) })
}

/** The name of a member, or of one within, that promises something. */
function promiseOf(name: string, member: JsonValue | undefined): string | undefined {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  if (words.some((word) => PROMISES.test(word))) return name
  if (Array.isArray(member)) {
    return member.map((item: JsonValue) => promiseOf('', item)).find((found) => found !== undefined)
  }
  if (!isJsonObject(member)) return undefined
  return Object.entries(member)
    .map(([inner, value]) => promiseOf(inner, value))
    .find((found) => found !== undefined)
}

function stepsOf(path: readonly PropertyKey[]): YamlPath {
  return path.map((step) => (typeof step === 'number' ? step : String(step)))
}

function textOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.')
}

function valueAt(value: JsonValue, path: YamlPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (found, step) => (found as JsonObject | undefined)?.[step as keyof JsonObject],
    value,
  )
}

/** A value without one of its members. */
function without(value: JsonValue, [step = '', ...rest]: YamlPath): JsonValue {
  if (Array.isArray(value)) {
    return value.map((item: JsonValue, at) => (at === Number(step) ? without(item, rest) : item))
  }
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (name !== step) return [[name, member] as const]
      return rest.length === 0 ? [] : [[name, without(member, rest)] as const]
    }),
  )
}
