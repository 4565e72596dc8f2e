import type { JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import type { ConfigPath } from './config-result.ts'

/** Where variables come from; a variable that is `undefined` is not set. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Why a text cannot be filled in. */
export type InterpolationProblem =
  | { readonly problem: 'missing'; readonly variable: string }
  /** A marker only another program fills in, as far as its colon: `${input:…}`. What follows may be a secret. */
  | { readonly problem: 'foreign'; readonly marker: string }

/** A text whose variables were filled in. */
export interface Interpolated {
  readonly text: string
  /** The values that variables gave, in order; defaults are not among them. */
  readonly inserted: readonly string[]
}

// In order: the escape; ${VAR}, ${VAR:-default}, ${env:VAR}; {env:VAR}; markers only other programs can fill.
const MARKER =
  /\$\$\{|\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}|\{env:([A-Za-z_][A-Za-z0-9_]*)\}|(\$\{[A-Za-z_][A-Za-z0-9_]*:[^}]*\}|\{file:[^}]*\})/g

/**
 * Fills in the variables of a text: `${VAR}`, `${VAR:-default}` (used when the variable is unset or empty, as in
 * a shell), `${env:VAR}` and `{env:VAR}`. `$${` gives `${`. Anything else stays as it is. A name in `predefined` goes
 * before the variable unless that is asked for by `env:`; what it gives is no secret.
 *
 * Each marker is replaced once; what a variable holds is data and is never filled in again.
 */
export function interpolate(
  text: string,
  environment: Environment,
  predefined: Environment = {},
): Interpolated | InterpolationProblem {
  const inserted: string[] = []
  let problem: InterpolationProblem | undefined
  const filled = text.replace(
    MARKER,
    (marker: string, dollar?: string, fallback?: string, braces?: string, foreign?: string) => {
      if (marker === '$${') return '${'
      if (foreign !== undefined) {
        problem ??= { problem: 'foreign', marker: foreign.replace(/:.*/s, ':…}') }
        return ''
      }
      const isPlain = dollar !== undefined && !marker.startsWith('${env:')
      const known = isPlain ? readVariable(predefined, dollar) : undefined
      if (known !== undefined) return known
      const variable = (dollar ?? braces) as string
      const value = readVariable(environment, variable)
      if (fallback !== undefined && (value === undefined || value === '')) return fallback
      if (value === undefined) problem ??= { problem: 'missing', variable }
      else inserted.push(value)
      return value ?? ''
    },
  )
  return problem ?? { text: filled, inserted }
}

/** Fills in every text value of a JSON value; member names stay. `path` of a problem leads to the text. */
export function interpolateValue(
  value: JsonValue,
  environment: Environment,
  predefined: Environment = {},
):
  | { readonly value: JsonValue; readonly inserted: readonly string[] }
  | (InterpolationProblem & { readonly path: ConfigPath }) {
  const inserted: string[] = []
  let problem: (InterpolationProblem & { readonly path: ConfigPath }) | undefined
  const fill = (node: JsonValue, path: ConfigPath): JsonValue => {
    if (Array.isArray(node)) return node.map((item: JsonValue, i) => fill(item, [...path, i]))
    if (isJsonObject(node)) {
      const members = Object.entries(node).map(([member, item]) => [member, fill(item, [...path, member])])
      return Object.fromEntries(members) as JsonValue
    }
    if (typeof node !== 'string') return node
    const result = interpolate(node, environment, predefined)
    if ('problem' in result) {
      problem ??= { ...result, path }
      return node
    }
    inserted.push(...result.inserted)
    return result.text
  }
  const filled = fill(value, [])
  return problem ?? { value: filled, inserted }
}

function readVariable(environment: Environment, name: string): string | undefined {
  // Own members only, so that `toString` is no variable.
  return Object.hasOwn(environment, name) ? environment[name] : undefined
}
