import type { ServedTool } from '@toolscout/model/internal'
import { createLegalNames, type LegalNames, type NameRule } from './legal-names.ts'
import { readArguments } from './read-arguments.ts'
import { type FittedSchema, fitSchema } from './schema/fit-schema.ts'
import { restoreArguments } from './schema/restore-arguments.ts'
import type { SchemaLoss } from './schema/schema-loss.ts'
import type { SchemaSubset } from './schema/schema-subset.ts'

/** A tool as it is written for a provider. */
export interface WrittenTool extends FittedSchema {
  /** The name the provider is shown. */
  readonly name: string
  /** The name it is listed by. */
  readonly ownName: string
  readonly description: string
  readonly tool: ServedTool
}

/** How tools are written for a provider. */
export interface ToolWriter {
  readonly write: (tools: readonly ServedTool[], all: readonly ServedTool[]) => readonly WrittenTool[]
  /** The name and the arguments of a call as its tool takes them, of what a provider gave. */
  readonly read: (
    called: { readonly name: string; readonly args: unknown },
    all: readonly ServedTool[],
  ) => { readonly name: string; readonly args: unknown }
}

/** Creates a writer. Schemas are written once, as long as their definitions are the same objects. */
export function createToolWriter(rule: NameRule, subset: SchemaSubset): ToolWriter {
  const fitted = new WeakMap<object, Map<string, FittedSchema>>()
  const fit = ({ name, inputSchema }: ServedTool): FittedSchema => {
    const byName = fitted.get(inputSchema) ?? new Map<string, FittedSchema>()
    fitted.set(inputSchema, byName)
    const known = byName.get(name) ?? fitSchema(inputSchema, subset, name)
    byName.set(name, known)
    return known
  }
  const namesOf = (all: readonly ServedTool[]): LegalNames =>
    createLegalNames(
      all.map(({ name }) => name),
      rule,
    )
  return {
    write: (tools, all) => {
      const names = namesOf(all)
      return tools.map((tool) => ({
        ...fit(tool),
        name: names.legalOf(tool.name),
        ownName: tool.name,
        description: tool.description ?? tool.title ?? '',
        tool,
      }))
    },
    read: ({ name: given, args }, all) => {
      const name = namesOf(all).nameOf(given)
      const read = readArguments(args)
      const tool = all.find((candidate) => candidate.name === name)
      return { name, args: tool === undefined ? read : restoreArguments(tool.inputSchema, read, subset) }
    },
  }
}

/** What is lost of tools, in their order. */
export function lossesOf(written: readonly WrittenTool[]): readonly SchemaLoss[] {
  return Object.freeze(written.flatMap(({ losses }) => losses))
}
