import type { Tool } from '@toolscout/model'
import { toolMeta } from '@toolscout/model/internal'
import { type RateLimit, readRateLimit } from './custom/rate-limit.ts'
import type { RatedCapability } from './exposure/capabilities.ts'
import { joinSaid, readSaidTerms, type SaidTerms } from './exposure/match-reason.ts'
import { keywordsOf } from './keywords.ts'
import { RATE_LIMIT_META_KEY } from './meta-keys.ts'
import { readCapabilitySignals, type SignalWords, signalWords } from './relevance-signals.ts'
import { type ApprovalSaid, readApproval } from './requires-approval.ts'

/** Tools whose facts are remembered, some kilobytes each: many times what is found day after day. */
const MAX_REMEMBERED = 2_048

/** What follows from one definition, and from nothing else. Frozen. */
export interface DefinitionFacts extends SignalWords {
  readonly tool: Tool
  readonly capabilities: readonly RatedCapability[]
  readonly keywords: readonly string[]
  readonly said: SaidTerms
  readonly approval: ApprovalSaid
  /** What it says; whether it counts depends on where the tool comes from. */
  readonly rateLimit: RateLimit | undefined
}

/** Gives the facts of definitions. */
export interface DefinitionFactsMemory {
  /** The facts of exactly this definition. */
  readonly of: (tool: Tool) => DefinitionFacts
  readonly clear: () => void
}

/** What facts are read by. */
export interface DefinitionFactsParts {
  readonly rate: (tool: Tool) => readonly RatedCapability[]
  /** Definitions that are remembered; those that were not asked for of late are forgotten. */
  readonly maxRemembered?: number | undefined
}

/**
 * Creates a memory of facts. A definition never changes, a changed tool has another: so what is remembered of an id
 * counts only for the definition it was read from.
 */
export function createDefinitionFacts({
  rate,
  maxRemembered = MAX_REMEMBERED,
}: DefinitionFactsParts): DefinitionFactsMemory {
  // Two halves: what is asked for of the older one comes over, and the rest leaves with it. So asking moves nothing else.
  let recent = new Map<string, DefinitionFacts>()
  let older = recent
  return {
    of: (tool) => {
      const { id } = tool
      const last = recent.get(id)
      if (last?.tool === tool) return last
      const known = older.get(id)
      const facts = known?.tool === tool ? known : readFacts(tool, rate(tool))
      if (2 * recent.size >= maxRemembered) {
        older = recent
        recent = new Map()
      }
      recent.set(id, facts)
      return facts
    },
    clear: () => {
      recent = new Map()
      older = recent
    },
  }
}

function readFacts(tool: Tool, capabilities: readonly RatedCapability[]): DefinitionFacts {
  const { name, description } = tool
  return Object.freeze({
    tool,
    capabilities,
    keywords: keywordsOf(name, description),
    words: joinSaid(signalWords(name), signalWords(description ?? '')),
    capabilitySignals: readCapabilitySignals(capabilities),
    said: readSaidTerms(tool),
    approval: readApproval(tool),
    rateLimit: readRateLimit(toolMeta(tool, RATE_LIMIT_META_KEY)),
  })
}
