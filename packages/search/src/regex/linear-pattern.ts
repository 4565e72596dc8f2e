import { quote, takeCodePoints } from '@toolscout/model/internal'
import { RE2JS } from 're2js'
import { InvalidPatternError } from './invalid-pattern-error.ts'

/** Longest pattern, in code points; Anthropic's tool search has the same cap. */
const MAX_PATTERN_LENGTH = 200
/** Largest compiled program, in instructions: repetitions such as `(a{100}){100}` pass the length cap easily. */
const MAX_PROGRAM_SIZE = 5_000

/** A compiled pattern. */
export interface LinearPattern {
  /** Whether the pattern occurs in the text, in time linear in the text. */
  readonly occursIn: (text: string) => boolean
}

/**
 * Compiles a pattern in RE2 syntax: no look-around and no back-references, so that no pattern can make a search
 * take more than linear time. `(?i)` at the start ignores case.
 *
 * @throws InvalidPatternError `INVALID_PATTERN` when it is longer than 200 code points, has a syntax RE2 does not
 * know, or compiles to more than 5,000 instructions.
 */
export function compileLinearPattern(pattern: string): LinearPattern {
  if (takeCodePoints(pattern, MAX_PATTERN_LENGTH).length < pattern.length) {
    const message = `The pattern ${quote(pattern)} exceeds the maximum length of ${MAX_PATTERN_LENGTH} characters.`
    throw new InvalidPatternError(message, 'too_long', takeCodePoints(pattern, MAX_PATTERN_LENGTH))
  }
  const compiled = compile(pattern)
  if (compiled.programSize() > MAX_PROGRAM_SIZE) {
    const message = `The pattern ${quote(pattern)} is too large; use fewer or smaller repetitions.`
    throw new InvalidPatternError(message, 'too_large', pattern)
  }
  return { occursIn: (text) => compiled.test(text) }
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'unknown'
    const message = `The pattern ${quote(pattern)} cannot be used (${why}). Look-around and back-references are not supported.`
    throw new InvalidPatternError(message, 'syntax', pattern, cause)
  }
}
