import type { JsonValue, ToolResult } from '@toolscout/model'
import { copyJson, type ServedTool } from '@toolscout/model/internal'
import { createLegalNames, type LegalNames, type NameRule } from './legal-names.ts'
import { type FittedSchema, fitSchema } from './schema/fit-schema.ts'
import { restoreArguments } from './schema/restore-arguments.ts'
import type { SchemaLoss } from './schema/schema-loss.ts'
import type { SchemaSubset } from './schema/schema-subset.ts'
import { rememberFor, type SessionCallOptions, type SessionTools, type ToolSession } from './tool-session.ts'

/** A tool as it is written for a provider. */
export interface WrittenTool extends FittedSchema {
  /** The name the provider is shown. */
  readonly name: string
  /** The name it is listed by. */
  readonly ownName: string
  readonly description: string
  /** Whether the provider is asked to hold the model to the schema. */
  readonly strict: boolean
  readonly tool: ServedTool
}

/** What a provider takes. */
export interface ProviderRules {
  readonly names: NameRule
  readonly schema: SchemaSubset
  /** Of strict mode; absent where it is off. */
  readonly strict?: SchemaSubset | undefined
}

/** A call as a tool had it, and what came of it. */
export interface AnsweredCall {
  /** The name the tool is listed by. */
  readonly ownName: string
  readonly result: ToolResult
}

/**
 * Writes the tools of a session for a provider. With strict mode, tools that fit it are written for it, and the others
 * say why not. A schema is written once, as long as its definition is the same object.
 */
export class ToolWriter {
  readonly session: ToolSession
  readonly #rules: ProviderRules
  readonly #fitPlain: (tool: ServedTool) => FittedSchema
  readonly #fitStrict: ((tool: ServedTool) => FittedSchema) | undefined
  /** The names of tools as the provider is shown them, and the way back. */
  readonly names: (of: SessionTools) => LegalNames

  constructor(session: ToolSession, rules: ProviderRules) {
    this.session = session
    this.#rules = rules
    this.#fitPlain = fitOnce(rules.schema)
    this.#fitStrict = rules.strict === undefined ? undefined : fitOnce(rules.strict)
    this.names = rememberFor(({ all }) => {
      const names = all.map(({ name }) => name)
      return createLegalNames(names, rules.names)
    })
  }

  /** Tools of the session, in their order; without a list, all of them. */
  write(
    of: SessionTools = this.session.tools(),
    tools: readonly ServedTool[] = of.all,
  ): readonly WrittenTool[] {
    const { legalOf } = this.names(of)
    return tools.map((tool) => {
      const { fitted, strict } = this.#fit(tool)
      const { name: ownName, description = tool.title ?? '' } = tool
      return { ...fitted, strict, name: legalOf(ownName), ownName, description, tool }
    })
  }

  /** What every tool of the session loses. */
  losses(): readonly SchemaLoss[] {
    return Object.freeze(this.write().flatMap(({ losses }) => losses))
  }

  /** Runs a call that a provider gave, as its tool takes it. Never rejects. */
  async call(name: string, args: unknown, options?: SessionCallOptions): Promise<AnsweredCall> {
    const of = this.session.tools()
    const ownName = this.names(of).nameOf(name)
    const tool = of.byName.get(ownName)
    const read = readArguments(args)
    const own = tool === undefined ? read : this.#restore(tool, read)
    return { ownName, result: await this.session.call(ownName, own, options) }
  }

  #restore(tool: ServedTool, args: JsonValue): JsonValue {
    const { schema, strict } = this.#rules
    // Only strict mode makes nulls of what may be left out.
    const subset = strict !== undefined && this.#fit(tool).strict ? strict : schema
    return restoreArguments(tool.inputSchema, args, subset)
  }

  #fit(tool: ServedTool): { readonly fitted: FittedSchema; readonly strict: boolean } {
    const plain = this.#fitPlain(tool)
    const held = this.#fitStrict?.(tool)
    if (held === undefined) return { fitted: plain, strict: false }
    if (held.refused === undefined) return { fitted: held, strict: true }
    const loss = { tool: tool.name, path: '/inputSchema', keyword: 'strict', why: held.refused }
    return { fitted: { ...plain, losses: [...plain.losses, loss] }, strict: false }
  }
}

/** What adapters of providers give beside the tools themselves. */
export interface ProviderTools<Call, Said, Answer> {
  /** What the tools, seen or not, say that is not sent. */
  readonly losses: () => readonly SchemaLoss[]
  /** Names that searches unlocked so far, to go on with in another process. */
  readonly unlocked: () => readonly string[]
  /** How the tools want to be used, for a system prompt. */
  readonly instructions: () => string | undefined
  /** Answers one call. Never rejects. */
  readonly call: (call: Call, options?: SessionCallOptions) => Promise<Answer>
  /** Answers every call in what a model said, at once and in order, for the next request. */
  readonly answer: (said: Said, options?: SessionCallOptions) => Promise<Answer[]>
}

/** The answers of an adapter, from how it answers one call and where it finds calls. */
export function providerTools<Call, Said, Answer>(
  writer: ToolWriter,
  call: ProviderTools<Call, Said, Answer>['call'],
  callsIn: (said: Said) => readonly Call[],
): ProviderTools<Call, Said, Answer> {
  const { unlocked, instructions } = writer.session
  return {
    losses: () => writer.losses(),
    unlocked,
    instructions,
    call,
    answer: (said, options) => Promise.all(callsIn(said).map((one) => call(one, options))),
  }
}

/** What was fitted to a subset, by schema and by the name that its losses say; every conversation shares it. */
const fittedTo = new WeakMap<SchemaSubset, WeakMap<object, Map<string, FittedSchema>>>()

function fitOnce(subset: SchemaSubset): (tool: ServedTool) => FittedSchema {
  const fitted = fittedTo.get(subset) ?? new WeakMap<object, Map<string, FittedSchema>>()
  fittedTo.set(subset, fitted)
  return ({ name, inputSchema }) => {
    let byName = fitted.get(inputSchema)
    if (byName === undefined) {
      byName = new Map()
      fitted.set(inputSchema, byName)
    }
    let known = byName.get(name)
    if (known === undefined) {
      known = fitSchema(inputSchema, subset, name)
      byName.set(name, known)
    }
    return known
  }
}

/** Most of arguments that cannot be read that is passed on; validation of the call reports the problem. */
const MAX_UNREAD_LENGTH = 2_000

/**
 * Arguments as a provider gave them: JSON text is read, nothing at all is no arguments. What is neither stays a text, so
 * that the call is refused in words and not by an exception.
 */
function readArguments(given: unknown): JsonValue {
  if (given === undefined || given === null) return {}
  try {
    if (typeof given !== 'string') return copyJson(given)
    return given.trim() === '' ? {} : copyJson(JSON.parse(given))
  } catch {
    return typeof given === 'string' ? given.slice(0, MAX_UNREAD_LENGTH) : 'unreadable'
  }
}
