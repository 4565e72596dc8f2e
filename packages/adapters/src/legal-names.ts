import { sha256 } from '@toolscout/model/internal'

/** What a provider takes as the name of a tool. */
export interface NameRule {
  readonly legal: RegExp
  readonly maxLength: number
}

/** OpenAI: "a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64" (types of openai 6.49.0). */
export const OPENAI_NAMES: NameRule = Object.freeze({ legal: /^[A-Za-z0-9_-]{1,64}$/, maxLength: 64 })

/** Anthropic: `^[a-zA-Z0-9_-]{1,128}$` ("Define tools", platform.claude.com, 2026-11). */
export const ANTHROPIC_NAMES: NameRule = Object.freeze({ legal: /^[A-Za-z0-9_-]{1,128}$/, maxLength: 128 })

/** Gemini: "Must start with a letter or an underscore […] with a maximum length of 128" (types of @google/genai 2.32.0). */
export const GEMINI_NAMES: NameRule = Object.freeze({ legal: /^[A-Za-z_][\w.:-]{0,127}$/, maxLength: 128 })

const DIGEST_LENGTH = 8

/** Names of tools as a provider takes them, and the way back. */
export interface LegalNames {
  /** The name a provider is shown. */
  readonly legalOf: (name: string) => string
  /** The name behind one a provider gave; itself when it was never shown. */
  readonly nameOf: (legal: string) => string
}

/**
 * Names a provider takes for names as they are listed: legal ones stay, others keep what fits and get a digest, so that a
 * tool keeps its name whatever else there is.
 */
export function createLegalNames(names: readonly string[], { legal, maxLength }: NameRule): LegalNames {
  const taken = new Set<string>()
  const others = new Set<string>()
  for (const name of names) (legal.test(name) ? taken : others).add(name)
  const legalBy = new Map<string, string>()
  for (const name of [...others].sort()) {
    let spelled = spell(name, maxLength, DIGEST_LENGTH)
    for (let digits = 2 * DIGEST_LENGTH; taken.has(spelled) && digits <= 64; digits += DIGEST_LENGTH)
      spelled = spell(name, maxLength, Math.min(digits, 48))
    taken.add(spelled)
    legalBy.set(name, spelled)
  }
  const nameBy = new Map([...legalBy].map(([name, spelled]) => [spelled, name]))
  return Object.freeze({
    legalOf: (name) => legalBy.get(name) ?? name,
    nameOf: (spelled) => nameBy.get(spelled) ?? spelled,
  } satisfies LegalNames)
}

function spell(name: string, maxLength: number, digits: number): string {
  const plain = name.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^(?=[^A-Za-z_])/, '_')
  return `${plain.slice(0, maxLength - digits - 1)}_${sha256(name).slice(0, digits)}`
}
