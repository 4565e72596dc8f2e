import {
  type Backend,
  InvalidToolError,
  parseBackend,
  parseTool,
  quote,
  type ToolDefinition,
  type ToolNotice,
  ToolscoutError,
} from '@toolscout/model'
import type { RegistrationFailure } from './errors.ts'
import type { Offer, Outcome } from './plan.ts'

/** A tool and the backend that offers it, as callers write it. */
export interface Registration {
  /** A definition, or a tool that was parsed before. */
  readonly tool: ToolDefinition
  readonly backend: Backend
}

/** What became of the tools of one call. Ids are in the order of the call. */
export interface RegistrationReport {
  readonly registered: readonly string[]
  /** Known ids whose definition changed or that got another backend. */
  readonly updated: readonly string[]
  /** Known ids that were offered again as they are; nothing happened. */
  readonly unchanged: readonly string[]
  /** What was adjusted in definitions while they were read. */
  readonly notices: readonly (ToolNotice & { readonly id: string })[]
  /** Tools that were left out; always empty where a call is all or none. */
  readonly failures: readonly RegistrationFailure[]
  /** Version of the index afterwards. */
  readonly version: number
}

/** Definitions that were read, and what stood in the way of the others. */
export interface ReadRegistrations {
  readonly offers: readonly Offer[]
  readonly notices: RegistrationReport['notices']
  readonly failures: readonly RegistrationFailure[]
}

/** Reads registrations one by one; what is broken in one is told apart and harms no other. */
export function readRegistrations(
  registrations: readonly { readonly tool: unknown; readonly backend: unknown }[],
  namespace?: string,
): ReadRegistrations {
  const offers: Offer[] = []
  const notices: (ToolNotice & { id: string })[] = []
  const failures: RegistrationFailure[] = []
  registrations.forEach(({ tool: definition, backend }, position) => {
    try {
      const { tool, notices: own } = parseTool(definition, { namespace })
      offers.push({ tool, backend: parseBackend(backend) })
      for (const notice of own) notices.push({ ...notice, id: tool.id })
    } catch (error) {
      if (!(error instanceof ToolscoutError)) throw error
      failures.push({ position, name: nameOf(definition), error })
    }
  })
  return { offers, notices, failures }
}

/** Leaves out offers whose id another offer of the same listing has; a server that lists twice is broken. */
export function withoutRepetitions(read: ReadRegistrations): ReadRegistrations {
  const seen = new Set<string>()
  const failures = [...read.failures]
  const offers = read.offers.filter(({ tool }, position) => {
    if (!seen.has(tool.id)) {
      seen.add(tool.id)
      return true
    }
    const message = `The tool ${quote(tool.name)} is listed more than once; the first one stays.`
    const error = new InvalidToolError(message, { path: 'name', tool: tool.name })
    failures.push({ position, name: tool.name, error })
    return false
  })
  return { offers, notices: read.notices, failures }
}

/** Sums up what a call did. */
export function toReport(
  read: ReadRegistrations,
  outcomes: readonly Outcome[],
  version: number,
): RegistrationReport {
  const idsOf = (wanted: Outcome): readonly string[] =>
    read.offers.filter((_offer, i) => outcomes[i] === wanted).map(({ tool }) => tool.id)
  return Object.freeze({
    registered: idsOf('registered'),
    updated: idsOf('updated'),
    unchanged: idsOf('unchanged'),
    notices: read.notices,
    failures: read.failures,
    version,
  })
}

function nameOf(definition: unknown): string {
  const name: unknown =
    typeof definition === 'object' && definition !== null ? Reflect.get(definition, 'name') : ''
  return typeof name === 'string' ? name.slice(0, 128) : ''
}
