import { type JsonObject, type JsonValue, type Tool, toMcpTool } from '@toolscout/model'
import { isJsonObject, jsonEquals, quote } from '@toolscout/model/internal'
import { diffDefinitions, digestDefinition } from '../digest/diff-definitions.ts'
import type { ToolNames } from '../scan/match-rules.ts'
import { type GradedChange, gradeChange, gradeUnknown, worseGrade } from './change-grade.ts'
import { type PinRecord, stateOf, UNREAD } from './tool-pin.ts'

/** Words for a change of which only the digest is known. */
const UNTOLD = 'its definition'
const SERVER = 'how its server is reached'
/** Changes that are remembered of a tool that changes again and again. */
const MAX_CHANGED = 10
/** Longest trusted definition that is kept beside another, in UTF-16 code units of its JSON. */
const MAX_ORIGINAL = 32_768

/** A tool as it is seen now. */
export interface Sight {
  readonly tool: Tool
  readonly previous: Tool | undefined
  /** How its server is reached, and the digest of that. */
  readonly place: string
  readonly server: string
  /** The digest of the definition, and the one that is trusted from now on. */
  readonly seen: string
  readonly trusted: string | undefined
  /** Names of tools of other servers. */
  readonly otherTools: ToolNames | undefined
}

/** What is remembered of a change. */
export type Told = Pick<PinRecord, 'changed' | 'original' | 'diff' | 'grade' | 'reasons'>

/** Nothing changed. */
export const NOTHING_TOLD: Told = Object.freeze({
  changed: Object.freeze([]),
  original: undefined,
  diff: Object.freeze([]),
  grade: undefined,
  reasons: undefined,
})

/** What differs from the trusted definition: of the definitions where both are known, else of the changes reported before. */
export function changeOf(before: PinRecord, sight: Sight): Told {
  const { tool, seen, server, trusted, otherTools } = sight
  if (seen === before.trusted) return NOTHING_TOLD
  const isMoved = server !== before.server && before.server !== UNREAD
  const place = isMoved || before.changed.includes(SERVER) ? [SERVER] : []
  const original = originalOf(before, sight)
  if (original === undefined) {
    if (before.seen === seen) return toldOf(before)
    const told = place.length === 0 ? [UNTOLD] : place
    const changed = [...new Set([...before.changed, ...told])].slice(0, MAX_CHANGED)
    return { ...gradeStep(before, sight), changed: Object.freeze(changed), original, diff: NOTHING_TOLD.diff }
  }
  const now = toMcpTool(tool)
  const own = gradeChange(original, now, otherTools)
  // Under another name it stays what it is, whatever it says later.
  const isRenamed = before.grade === 'renamed'
  const grade = worseGrade(own.grade, isRenamed ? 'renamed' : place.length > 0 ? 'moved' : undefined)
  const reasons = isRenamed ? [...(before.reasons ?? []).slice(0, 1), ...own.reasons] : own.reasons
  const graded = { grade, reasons: reasons.length === 0 ? undefined : reasons }
  const told = [...place, ...tellDifferences(original, now)]
  const changed = Object.freeze(told.length === 0 ? [UNTOLD] : told)
  if (trusted === undefined || trusted === seen) return { ...NOTHING_TOLD, ...graded, changed }
  const isShort = JSON.stringify(original).length <= MAX_ORIGINAL
  const diff = diffDefinitions(original, now)
  return { ...graded, changed, original: isShort ? original : undefined, diff }
}

/**
 * Judges a change where the trusted definition is not known any more: by what changed since the last one, where that is
 * known, and no less grave than what was there before; else by what it is now.
 */
function gradeStep(before: PinRecord, { tool, previous, place, otherTools }: Sight): GradedChange {
  const now = toMcpTool(tool)
  const isLast = previous !== undefined && digestDefinition(previous, place) === before.seen
  const step = isLast ? gradeChange(toMcpTool(previous), now, otherTools) : gradeUnknown(now, otherTools)
  const reasons = [...(before.reasons ?? []), ...step.reasons].slice(0, MAX_CHANGED)
  return { grade: worseGrade(step.grade, before.grade ?? 'unknown'), reasons }
}

function toldOf({ changed, original, diff, grade, reasons }: PinRecord): Told {
  return { changed, original, diff, grade, reasons }
}

/** The definition that is trusted, where it is known for sure. */
function originalOf(
  before: PinRecord,
  { previous, place, server }: Pick<Sight, 'previous' | 'place' | 'server'>,
): JsonObject | undefined {
  if (before.original !== undefined) return before.original
  if (previous === undefined) return undefined
  // How a server was reached before is known by a digest alone.
  const isTrusted =
    server === before.server
      ? digestDefinition(previous, place) === before.trusted
      : before.trusted === before.seen
  return isTrusted ? toMcpTool(previous) : undefined
}

/** What was seen here, with the trust of another process. */
export function withTrustOf(own: PinRecord, other: PinRecord): PinRecord {
  const { trusted, isApproved } = other
  const isSameTrust = own.trusted === trusted
  const knowsMore = other.seen === own.seen && (!isSameTrust || own.original === undefined)
  const told = knowsMore
    ? other
    : isSameTrust
      ? own
      : { ...NOTHING_TOLD, changed: own.changed, grade: own.grade, reasons: own.reasons }
  const { changed, original, diff, grade, reasons } = told
  const record = { ...own, trusted, isApproved, changed, original, diff, grade, reasons }
  if (stateOf(record) === 'changed') return record
  return { ...record, original: undefined, diff: NOTHING_TOLD.diff }
}

/** Most changes of one definition that are listed. */
const MAX_TOLD = 10
/** Members that are named as they are; all others are foreign names. */
const MEMBERS: ReadonlySet<string> = new Set([
  'name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'icons', '_meta',
]) // biome-ignore format: one list
/** Members whose properties are listed one by one. */
const SCHEMAS: Readonly<Record<string, string>> = { inputSchema: 'parameter', outputSchema: 'result' }

/**
 * Says in a few words each where two definitions as MCP writes them differ, such as `description` or `parameter "path" is new`; foreign names
 * are quoted and cut. At most ten, the last one a count of the rest. Empty when they are the same.
 */
export function tellDifferences(old: JsonObject, now: JsonObject): readonly string[] {
  const told = namesOf(old, now).flatMap((member) => {
    const [was, is] = [ownMember(old, member), ownMember(now, member)]
    if (jsonEquals(was, is)) return []
    const noun = Object.hasOwn(SCHEMAS, member) ? SCHEMAS[member] : undefined
    const name = MEMBERS.has(member) ? member : quote(member)
    if (noun === undefined || !isJsonObject(was) || !isJsonObject(is)) return [name + fate(was, is)]
    const { properties: oldProperties = {}, ...oldRest } = was
    const { properties: newProperties = {}, ...newRest } = is
    return [
      ...tellProperties(noun, oldProperties, newProperties),
      ...(jsonEquals(oldRest, newRest) ? [] : [member]),
    ]
  })
  if (told.length <= MAX_TOLD) return Object.freeze(told)
  return Object.freeze([...told.slice(0, MAX_TOLD - 1), `${told.length - MAX_TOLD + 1} more`])
}

function tellProperties(noun: string, was: JsonValue, is: JsonValue): readonly string[] {
  if (!isJsonObject(was) || !isJsonObject(is)) return jsonEquals(was, is) ? [] : [`${noun}s`]
  return namesOf(was, is).flatMap((name) => {
    const [before, after] = [ownMember(was, name), ownMember(is, name)]
    return jsonEquals(before, after) ? [] : [`${noun} ${quote(name)}${fate(before, after)}`]
  })
}

function fate(was: JsonValue | undefined, is: JsonValue | undefined): string {
  if (was === undefined) return ' is new'
  return is === undefined ? ' is gone' : ''
}

function namesOf(one: JsonObject, other: JsonObject): readonly string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
}

function ownMember(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
