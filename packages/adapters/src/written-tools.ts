import type { ServedTool } from '@toolscout/model/internal'
import { createLegalNames, type LegalNames, type NameRule } from './legal-names.ts'
import { readArguments } from './read-arguments.ts'
import { type FittedSchema, fitSchema } from './schema/fit-schema.ts'
import { restoreArguments } from './schema/restore-arguments.ts'
import type { SchemaLoss } from './schema/schema-loss.ts'
import type { SchemaSubset } from './schema/schema-subset.ts'
import { rememberFor, type SessionTools } from './tool-session.ts'

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

/** The name and the arguments of a call. */
export interface WrittenCall {
  readonly name: string
  readonly args: unknown
}

/** How tools are written for a provider. */
export interface ToolWriter {
  /** Some of the session's tools, in their order. */
  readonly write: (tools: readonly ServedTool[], session: SessionTools) => readonly WrittenTool[]
  /** The name of a tool as the provider is shown it. */
  readonly nameOf: (name: string, session: SessionTools) => string
  /** A call as its tool takes it, of one that a provider gave. */
  readonly read: (called: WrittenCall, session: SessionTools) => WrittenCall
  /** What every tool of the session loses. */
  readonly losses: (session: SessionTools) => readonly SchemaLoss[]
}

/**
 * Creates a writer. With `strictSubset`, tools that fit it are written for strict mode, and the others say why not. A
 * schema is written once, as long as its definition is the same object.
 */
export function createToolWriter(
  rule: NameRule,
  subset: SchemaSubset,
  strictSubset?: SchemaSubset,
): ToolWriter {
  const fitPlain = fitOnce(subset)
  const fitStrict = strictSubset === undefined ? undefined : fitOnce(strictSubset)
  const namesOf = rememberFor(
    ({ all }: SessionTools): LegalNames =>
      createLegalNames(
        all.map(({ name }) => name),
        rule,
      ),
  )
  const fit = (tool: ServedTool): FittedSchema & { readonly strict: boolean } => {
    const plain = fitPlain(tool)
    const held = fitStrict?.(tool)
    if (held === undefined) return { ...plain, strict: false }
    if (held.refused === undefined) return { ...held, strict: true }
    const loss = { tool: tool.name, path: '/inputSchema', keyword: 'strict', why: held.refused }
    return { ...plain, losses: [...plain.losses, loss], strict: false }
  }
  const write: ToolWriter['write'] = (tools, session) => {
    const names = namesOf(session)
    return tools.map((tool) => ({
      ...fit(tool),
      name: names.legalOf(tool.name),
      ownName: tool.name,
      description: tool.description ?? tool.title ?? '',
      tool,
    }))
  }
  return {
    write,
    nameOf: (name, session) => namesOf(session).legalOf(name),
    read: ({ name: given, args }, session) => {
      const name = namesOf(session).nameOf(given)
      const read = readArguments(args)
      const tool = session.byName.get(name)
      if (tool === undefined) return { name, args: read }
      // Only strict mode makes nulls of what may be left out.
      const own = strictSubset !== undefined && fit(tool).strict ? strictSubset : subset
      return { name, args: restoreArguments(tool.inputSchema, read, own) }
    },
    losses: (session) => Object.freeze(write(session.all, session).flatMap(({ losses }) => losses)),
  }
}

function fitOnce(subset: SchemaSubset): (tool: ServedTool) => FittedSchema {
  const fitted = new WeakMap<object, Map<string, FittedSchema>>()
  return ({ name, inputSchema }) => {
    const byName = fitted.get(inputSchema) ?? new Map<string, FittedSchema>()
    fitted.set(inputSchema, byName)
    const known = byName.get(name) ?? fitSchema(inputSchema, subset, name)
    byName.set(name, known)
    return known
  }
}
