import type { JsonObject, JsonValue, ToolResult } from '@toolscout/model'
import { isJsonObject, parseJson, sha256 } from '@toolscout/model/internal'
import { compileLinearPattern } from '@toolscout/search/linear-pattern'
import { compileNames, namesToAllow } from '../name-patterns.ts'
import type { HookDecision, HookedCall } from './hooked-call.ts'
import { MAX_TEXT_LENGTH, scalarsAt } from './matcher.ts'

/** Most statements that are remembered; beyond them none is, so that a call of one is denied. */
const MAX_STATEMENTS = 100_000

/** Statements that may be run, by the caller for whom they were made and the `state_key`. */
export class ApprovedStatements {
  readonly #sets = new Map<string, Set<string>>()
  #size = 0

  add(owner: readonly string[], statement: string): void {
    const key = JSON.stringify(owner)
    const set = this.#sets.get(key) ?? new Set()
    const hash = sha256(statement)
    if (set.has(hash) || this.#size >= MAX_STATEMENTS) return
    this.#size += 1
    this.#sets.set(key, set.add(hash))
  }

  has(owner: readonly string[], statement: string): boolean {
    return this.#sets.get(JSON.stringify(owner))?.has(sha256(statement)) === true
  }
}

/** What a hook of the kind `gated-allowlist` says beside its scope. */
export interface GateSettings {
  /** Which statements count; hooks with the same one share them. */
  readonly state_key: string
  /** The tool whose results are statements that may be run. */
  readonly source_tool: string
  /** The argument that holds the statement. */
  readonly stmt_param: string
  /** How a statement begins that may be run in any case; every part between semicolons must. */
  readonly read_pattern?: string | undefined
  /** Where in a result of the source the statements are. Default: the result as a whole. */
  readonly result_path?: string | undefined
}

/** A gate: what its source made may be called, and nothing else. */
export interface Gate {
  readonly decide: (call: HookedCall) => HookDecision
  /** Takes in the statements of a result of its source. */
  readonly observe: (call: HookedCall, result: ToolResult) => void
}

/**
 * Makes a gate. A call passes if its statement was made by the source for the same caller, or if every part of it between
 * semicolons begins as a read does; a call with no statement, or more than one, does not. Statements are compared but for
 * white space and a semicolon at the end.
 *
 * @throws InvalidPatternError `INVALID_PATTERN`, TypeError for a name that is none.
 */
export function createGate(settings: GateSettings, approved: ApprovedStatements): Gate {
  const { state_key, source_tool, stmt_param, read_pattern, result_path } = settings
  if (source_tool.includes('*')) throw new TypeError('the source is one tool, without *.')
  const isSource = compileNames([source_tool])
  const reads = read_pattern === undefined ? undefined : compileLinearPattern(`^(?:${read_pattern})`)
  const path = result_path === undefined || result_path === '' ? [] : result_path.split('.')
  return {
    decide: ({ args, principal }) => {
      const [statement, ...others] = scalarsAt(args, [stmt_param])
      if (typeof statement !== 'string' || others.length > 0) return 'deny'
      if (statement.length > MAX_TEXT_LENGTH || canonical(statement) === '') return 'deny'
      if (approved.has([principal, state_key], canonical(statement))) return 'allow'
      const parts = statement
        .split(';')
        .map((part) => part.trim())
        .filter((part) => part !== '')
      return reads !== undefined && parts.every((part) => reads.occursIn(part)) ? 'allow' : 'deny'
    },
    observe: ({ tool, principal }, result) => {
      if (result.isError === true || !isSource(namesToAllow(tool))) return
      for (const statement of statementsOf(dataOf(result, path.length > 0), path)) {
        if (canonical(statement) !== '') approved.add([principal, state_key], canonical(statement))
      }
    },
  }
}

/** A statement but for white space and one semicolon at its end. */
function canonical(statement: string): string {
  return statement.trim().replace(/\s+/gu, ' ').replace(/ ?;$/u, '')
}

/** Structured content, else the only text, which is JSON where something within is asked for. */
function dataOf({ structuredContent, content }: ToolResult, isJson: boolean): JsonValue | undefined {
  if (structuredContent !== undefined) return structuredContent as JsonObject
  const [only, ...others] = content
  if (only?.type !== 'text' || others.length > 0) return undefined
  return isJson ? parseJson(only.text) : only.text
}

function statementsOf(data: JsonValue | undefined, path: readonly string[]): readonly string[] {
  const found = path.reduce<JsonValue | undefined>(
    (value, step) => (isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined),
    data,
  )
  const list = Array.isArray(found) ? found : [found]
  return list.filter((item): item is string => typeof item === 'string')
}
