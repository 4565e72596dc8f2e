import { type Tool, type ToolExample, ToolscoutError } from '@toolscout/model'
import { summaryText, toToolSummary } from '@toolscout/model/internal'
import type { DetailLevel, ToolDoc } from './tool-doc.ts'
import { MAX_TOOL_DOC_SUMMARY_LENGTH, readExample, TextReader, type ToolDocEntry } from './tool-doc-entry.ts'
import { describedSchema } from './whole-schema.ts'

/** What is known about an id when a tool doc is put together. */
export interface KnownTool {
  readonly id: string
  readonly tool: Tool | undefined
  readonly entry: ToolDocEntry | undefined
}

/** Puts a tool doc together. Levels above `summary` need a tool, which the caller has made sure of. */
export function composeToolDoc(known: KnownTool, detail: DetailLevel, maxExamples: number): ToolDoc {
  const { id, tool, entry } = known
  const examples = examplesOf(known).slice(0, maxExamples)
  return Object.freeze({
    id,
    detail,
    summary: entry?.summary ?? (tool === undefined ? '' : summaryText(tool, MAX_TOOL_DOC_SUMMARY_LENGTH)),
    ...(tool === undefined ? {} : toolMembers(tool)),
    ...(detail === 'summary' || tool === undefined
      ? {}
      : { tool, schemaInfo: describedSchema(tool.inputSchema) }),
    ...(detail !== 'full' || entry?.notes === undefined ? {} : { notes: entry.notes }),
    ...(detail !== 'full' || examples.length === 0 ? {} : { examples: Object.freeze(examples) }),
    ...(detail !== 'full' || !entry?.externalRefs?.length ? {} : { externalRefs: entry.externalRefs }),
  })
}

/** The examples of a tool: those that were registered, else those of its definition, and those that were added. */
export function examplesOf({ tool, entry }: KnownTool): readonly ToolExample[] {
  return [...(entry?.examples ?? definedExamples(tool)), ...(entry?.addedExamples ?? [])]
}

function definedExamples(tool: Tool | undefined): readonly ToolExample[] {
  return (tool?.examples ?? []).flatMap((example, index) => {
    try {
      return [readExample(new TextReader(), example, index)]
    } catch (error) {
      // An example of a definition that is too large to show is left out, because it was not registered here.
      if (error instanceof ToolscoutError) return []
      throw error
    }
  })
}

function toolMembers(
  tool: Tool,
): Pick<ToolDoc, 'kind' | 'inputModes' | 'outputModes' | 'annotations' | 'security'> {
  const { kind, inputModes, outputModes, annotations, security } = toToolSummary(tool, [])
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(inputModes === undefined ? {} : { inputModes }),
    ...(outputModes === undefined ? {} : { outputModes }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(security === undefined ? {} : { security }),
  }
}
