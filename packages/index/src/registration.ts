import { type Backend, InvalidToolError, parseTool, type Tool, ToolscoutError } from '@toolscout/model'
import {
  backendKey,
  MAX_NAME_LENGTH,
  type ParsedTool,
  parseBackend,
  quote,
  type ToolFacts,
  type ToolNotice,
  takeCodePoints,
  visibleName,
} from '@toolscout/model/internal'
import { differingMembers, type Lookup, type Outcome, type Plan } from './changes.ts'
import { RegistrationFailedError, type RegistrationFailure } from './errors.ts'
import type { Registration, RegistrationReport } from './tool-index.ts'

/** A tool that was read, a backend that offers it, and what was adjusted in the definition. */
export interface ReadOffer {
  readonly tool: Tool
  readonly backend: Backend
  /** Notes the tool gets; `undefined` keeps what it has. */
  readonly notes: string | undefined
  readonly notices: readonly ToolNotice[]
  /** Whether a server lists it that stands in for the one whose name is its namespace; absent where no server lists it. */
  readonly isReplica?: boolean | undefined
}

/** Definitions that were read, and why the others were not. */
export interface ReadRegistrations {
  readonly offers: readonly ReadOffer[]
  readonly failures: readonly RegistrationFailure[]
}

/** Says why an offer conflicts with earlier ones; `undefined` when it does not. */
export type ConflictRule = (offer: ReadOffer) => string | undefined

/** A tool as it is given, and where it can be called. */
export interface GivenTool {
  readonly tool: unknown
  readonly backend: unknown
  readonly notes?: unknown
}

/** Reads registrations one by one. */
export interface RegistrationReader extends ReadRegistrations {
  readonly read: (given: GivenTool) => void
}

/**
 * Creates a {@link RegistrationReader}: a broken registration becomes a failure and affects no other. Each offer is
 * checked by the rules in their order.
 */
export function createRegistrationReader(
  rules: readonly ConflictRule[],
  readTool: (definition: unknown) => ParsedTool = parseTool,
  isReplica?: boolean,
): RegistrationReader {
  const offers: ReadOffer[] = []
  const failures: RegistrationFailure[] = []
  let next = 0
  const read = ({ tool: definition, backend, notes }: GivenTool): void => {
    const position = next
    next += 1
    try {
      const { tool, givenName, notices } = readTool(definition)
      const offer = {
        tool,
        backend: calledBy(givenName, parseBackend(backend)),
        notes: readNotes(notes),
        notices,
        isReplica,
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
  }
  return { offers, failures, read }
}

/** What one call registers. */
export interface RegistrationJob {
  readonly given: readonly GivenTool[]
  readonly reader: RegistrationReader
  /** Throws for what was read when nothing of it may be registered. */
  readonly check: (read: ReadRegistrations) => void
  /** Finds what leaves; absent when nothing does. */
  readonly removals?: (() => UnlistedTools) | undefined
}

/** Finds the tools that leave. */
export interface UnlistedTools {
  /** Looks at one of all tools. */
  readonly look: (id: string, facts: ToolFacts) => void
  /** Plans that those which were found leave; gives their ids, in ascending order. */
  readonly plan: (plan: Plan) => readonly string[]
}

/** Registers many tools, all or none. */
export function manyJob(registrations: readonly Registration[]): RegistrationJob {
  const check = ({ failures }: ReadRegistrations): void => {
    if (failures.length > 0) throw new RegistrationFailedError(failures, registrations.length)
  }
  return { given: registrations, reader: createRegistrationReader([refuseContradiction()]), check }
}

/** A server is asked for a tool by the name it gave, also where another one is shown. */
function calledBy(name: string | undefined, backend: Backend): Backend {
  if (name === undefined || backend.kind !== 'mcp' || backend.tool !== undefined) return backend
  return Object.freeze({ ...backend, tool: name })
}

/** The report of a call, gathered offer by offer. */
export class ReportDraft {
  readonly #ids: { readonly [outcome in Outcome]: string[] } = { registered: [], updated: [], unchanged: [] }
  readonly #notices: (ToolNotice & { readonly id: string })[] = []

  add({ tool, notices }: ReadOffer, outcome: Outcome): void {
    this.#ids[outcome].push(tool.id)
    for (const notice of notices) this.#notices.push(Object.freeze({ ...notice, id: tool.id }))
  }

  finish(result: Pick<RegistrationReport, 'failures' | 'removed' | 'version'>): RegistrationReport {
    const { registered, updated, unchanged } = this.#ids
    return Object.freeze({
      registered: Object.freeze(registered),
      updated: Object.freeze(updated),
      unchanged: Object.freeze(unchanged),
      removed: Object.freeze(result.removed),
      notices: Object.freeze(this.#notices),
      failures: Object.freeze(result.failures),
      version: result.version,
    })
  }
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

/** Plans to register an offer: a known tool is updated when its definition or notes differ or the backend is new. */
export function planOffer(plan: Plan, { tool, backend, notes, isReplica }: ReadOffer): Outcome {
  const known = plan.get(tool.id)
  if (known === undefined) return plan.put({ tool, backends: [backend], notes: notes ?? '' })
  const { backends } = known
  const key = backendKey(backend)
  const isOffered = backends.some((own) => backendKey(own) === key)
  const next = isOffered
    ? backends.map((own) => (backendKey(own) === key ? backend : own))
    : [...backends, backend]
  const rest = { tool, notes: notes ?? known.notes }
  if (isReplica === undefined || next.length === 1) return plan.put({ ...rest, backends: next })
  // What stands in for a server brings no words of its own, such as other tags.
  if (isReplica) return plan.put({ ...rest, tool: known.tool, backends: next })
  // What stands in for it comes behind it, and leaves with a definition that it says no more.
  const isSame = differingMembers(known.tool, { ...tool, tags: known.tool.tags }).length === 0
  const others = isSame ? next.filter((own) => own !== backend) : []
  return plan.put({ ...rest, backends: isOffered && isSame ? next : [backend, ...others] })
}

/** An id appears once in a listing. */
export function refuseRepetition(): ConflictRule {
  const seen = new Set<string>()
  return ({ tool }) => {
    if (seen.has(tool.id))
      return `The tool ${quote(tool.name)} is listed more than once; the first one stays.`
    seen.add(tool.id)
    return undefined
  }
}

/** In a batch an id may have several backends, each once, but one definition. */
function refuseContradiction(): ConflictRule {
  const seen = new Map<string, { readonly tool: Tool; readonly first: Backend; keys?: Set<string> }>()
  return ({ tool, backend }) => {
    const known = seen.get(tool.id)
    if (known === undefined) {
      seen.set(tool.id, { tool, first: backend })
      return undefined
    }
    if (differingMembers(known.tool, tool).length > 0) {
      return `The id ${quote(tool.id)} has two definitions here; give one of them another name, namespace or version.`
    }
    const key = backendKey(backend)
    // Nearly every id appears once, and needs no keys.
    known.keys ??= new Set([backendKey(known.first)])
    if (known.keys.has(key)) {
      return `The tool ${quote(tool.id)} is here twice with one backend; leave one of them out.`
    }
    known.keys.add(key)
    return undefined
  }
}

/**
 * A server may change only a tool that has no other backend, or none but servers that stand in for it. Ids that one
 * which stands in for another offers otherwise are put into `apart`.
 */
export function refuseOthersTools(lookup: Lookup, server: Backend, apart?: Set<string>): ConflictRule {
  const own = backendKey(server)
  return ({ tool }) => {
    const known = lookup(tool.id)
    const others = known?.backends.filter((backend) => backendKey(backend) !== own) ?? []
    if (known === undefined || others.length === 0) return undefined
    const isOwn = apart === undefined && others.every(({ kind }) => kind === 'mcp')
    // Tags come from the configuration of a server.
    const compared = apart === undefined ? tool : { ...tool, tags: known.tool.tags }
    if (isOwn || differingMembers(known.tool, compared).length === 0) return undefined
    apart?.add(tool.id)
    return `The id ${quote(tool.id)} belongs to a tool with another backend and another definition, which stays as it is.`
  }
}
