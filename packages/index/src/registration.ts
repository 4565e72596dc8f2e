import {
  type Backend,
  InvalidToolError,
  parseTool,
  type Tool,
  type ToolDefinition,
  ToolscoutError,
} from '@toolscout/model'
import {
  MAX_NAME_LENGTH,
  parseBackend,
  quote,
  type ToolNotice,
  takeCodePoints,
  visibleName,
} from '@toolscout/model/internal'
import type { RegistrationFailure } from './errors.ts'
import type { ConflictRule, Offer, Outcome } from './plan-changes.ts'

/** A tool and the backend that offers it. */
export interface Registration {
  /** A definition, or a tool that was parsed before. */
  readonly tool: ToolDefinition
  readonly backend: Backend
  /** Further text by which the tool is found, see `setNotes`. Default: unchanged. */
  readonly notes?: string | undefined
}

/** What became of the tools of one call. Ids are in the order of the call. */
export interface RegistrationReport {
  readonly registered: readonly string[]
  /** Known ids whose definition or notes changed or that got another backend. */
  readonly updated: readonly string[]
  /** Known ids that were registered again unchanged. */
  readonly unchanged: readonly string[]
  /** Ids that a complete listing of their server no longer has; empty for other calls. */
  readonly removed: readonly string[]
  /** What was adjusted in the definitions of these tools while they were read. */
  readonly notices: readonly (ToolNotice & { readonly id: string })[]
  /** Tools that were left out, in the order of the call; always empty where a call is all or none. */
  readonly failures: readonly RegistrationFailure[]
  /** Version of the index afterwards. */
  readonly version: number
}

/** An offer, its position in the batch, and what was adjusted in it. */
export interface ReadOffer extends Offer {
  readonly position: number
  readonly notices: readonly ToolNotice[]
}

/** Definitions that were read, and why the others were not. */
export interface ReadRegistrations {
  readonly offers: readonly ReadOffer[]
  readonly failures: readonly RegistrationFailure[]
}

/** A tool read from a foreign value. */
export type ReadTool = (definition: unknown) => {
  readonly tool: Tool
  readonly givenName?: string
  readonly notices: readonly ToolNotice[]
}

/**
 * Reads registrations in order; a broken one becomes a failure and affects no other. Each offer is checked by the rules
 * in their order.
 */
export function readRegistrations(
  registrations: readonly { readonly tool: unknown; readonly backend: unknown; readonly notes?: unknown }[],
  rules: readonly ConflictRule[],
  readTool: ReadTool = parseTool,
): ReadRegistrations {
  const offers: ReadOffer[] = []
  const failures: RegistrationFailure[] = []
  registrations.forEach(({ tool: definition, backend, notes }, position) => {
    try {
      const { tool, givenName, notices } = readTool(definition)
      const offer = {
        tool,
        backend: calledBy(givenName, parseBackend(backend)),
        notes: readNotes(notes),
        position,
        notices,
      }
      for (const rule of rules) {
        const message = rule(offer)
        if (message !== undefined) throw new InvalidToolError(message, { path: 'name', tool: tool.name })
      }
      offers.push(offer)
    } catch (error) {
      if (!(error instanceof ToolscoutError)) throw error
      failures.push(Object.freeze({ position, name: nameOf(definition), error }))
    }
  })
  return { offers, failures }
}

/** A server is asked for a tool by the name it gave, also where another one is shown. */
function calledBy(name: string | undefined, backend: Backend): Backend {
  if (name === undefined || backend.kind !== 'mcp' || backend.tool !== undefined) return backend
  return Object.freeze({ ...backend, tool: name })
}

/** The results of a call. */
export interface Outcomes {
  /** Of each offer, in their order. */
  readonly outcomes: readonly Outcome[]
  readonly removed: readonly string[]
  readonly version: number
}

/** The report of a call. */
export function toReport(
  { offers, failures }: ReadRegistrations,
  { outcomes, removed, version }: Outcomes,
): RegistrationReport {
  const idsOf = (wanted: Outcome): readonly string[] =>
    Object.freeze(offers.filter((_offer, i) => outcomes[i] === wanted).map(({ tool }) => tool.id))
  return Object.freeze({
    registered: idsOf('registered'),
    updated: idsOf('updated'),
    unchanged: idsOf('unchanged'),
    removed: Object.freeze(removed),
    notices: Object.freeze(
      offers.flatMap(({ tool: { id }, notices }) =>
        notices.map((notice) => Object.freeze({ ...notice, id })),
      ),
    ),
    failures: Object.freeze(failures),
    version,
  })
}

/** @throws TypeError when the notes are not a text. */
export function readNotes(notes: unknown): string | undefined {
  if (notes === undefined || typeof notes === 'string') return notes
  throw new TypeError(`The notes of a tool are a text, not ${quote(notes)}.`)
}

function nameOf(definition: unknown): string {
  const name: unknown =
    typeof definition === 'object' && definition !== null ? Reflect.get(definition, 'name') : ''
  return typeof name === 'string' ? visibleName(takeCodePoints(name, MAX_NAME_LENGTH)) : ''
}
