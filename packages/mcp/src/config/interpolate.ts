import type { JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import type { ConfigPath } from './config-result.ts'

/** Where variables come from; a variable that is `undefined` is not set. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Why a text cannot be filled in, and the path that leads to it. */
export type InterpolationProblem = { readonly path: ConfigPath } & (
  | { readonly problem: 'missing'; readonly variable: string }
  /** A marker only another program fills in, as far as its colon: `${input:…}`. What follows may be a secret. */
  | { readonly problem: 'foreign'; readonly marker: string }
)

/** A value whose variables were filled in. */
export interface Interpolated {
  readonly value: JsonValue
  /** The values that variables gave, in order; defaults are not among them. */
  readonly inserted: readonly string[]
}

// In order: the escape; ${VAR}, ${VAR:-default}, ${env:VAR}; {env:VAR}; markers only other programs can fill.
const MARKER =
  /\$\$\{|\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}|\{env:([A-Za-z_][A-Za-z0-9_]*)\}|(\$\{[A-Za-z_][A-Za-z0-9_]*:[^}]*\}|\{file:[^}]*\})/g

/**
 * Fills in the variables of every text in a JSON value; member names stay: `${VAR}`, `${VAR:-default}` (used when the
 * variable is unset or empty, as in a shell), `${env:VAR}` and `{env:VAR}`. `$${` gives `${`. Anything else stays as it is. A
 * name in `predefined` goes before the variable unless that is asked for by `env:`; what it gives is no secret.
 *
 * Each marker is replaced once; what a variable holds is data and is never filled in again.
 */
export function interpolate(
  value: JsonValue,
  environment: Environment,
  predefined: Environment = {},
): Interpolated | InterpolationProblem {
  const inserted: string[] = []
  let problem: InterpolationProblem | undefined
  const fillText = (text: string, path: ConfigPath): string =>
    text.replace(MARKER, (marker: string, ...groups: (string | undefined)[]) => {
      const [dollar, fallback, braces, foreign] = groups
      if (marker === '$${') return '${'
      if (foreign !== undefined) {
        problem ??= { problem: 'foreign', marker: foreign.replace(/:.*/s, ':…}'), path }
        return ''
      }
      const isPlain = dollar !== undefined && !marker.startsWith('${env:')
      const known = isPlain ? readVariable(predefined, dollar) : undefined
      if (known !== undefined) return known
      const variable = dollar ?? braces ?? ''
      const given = readVariable(environment, variable)
      if (fallback !== undefined && (given === undefined || given === '')) return fallback
      if (given === undefined) problem ??= { problem: 'missing', variable, path }
      else inserted.push(given)
      return given ?? ''
    })
  const fill = (node: JsonValue, path: ConfigPath): JsonValue => {
    if (typeof node === 'string') return fillText(node, path)
    if (Array.isArray(node)) return node.map((item: JsonValue, i) => fill(item, [...path, i]))
    if (!isJsonObject(node)) return node
    const members = Object.entries(node).map(([member, item]) => [member, fill(item, [...path, member])])
    return Object.fromEntries(members) as JsonValue
  }
  const filled = fill(value, [])
  return problem ?? { value: filled, inserted }
}

function readVariable(environment: Environment, name: string): string | undefined {
  // Own members only, so that `toString` is no variable.
  return Object.hasOwn(environment, name) ? environment[name] : undefined
}
