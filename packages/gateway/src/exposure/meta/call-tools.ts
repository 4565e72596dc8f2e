import type { ToolHost } from '@toolscout/discovery'
import type { JsonObject, ToolResult } from '@toolscout/model'
import type { ServedCall, ToolAnnotations } from '@toolscout/model/internal'
import { findReadyTool, kindOf, runTool, type ToolKind } from '../find-tool.ts'
import { type MetaToolDefinition, thrownResult } from '../meta-tool.ts'
import { refusal } from '../refusals.ts'
import type { MetaSettings, MetaToolKind } from './meta-options.ts'

/** A meta-tool that calls tools, and which kind of them; all when `runs` is absent. */
interface CallForm {
  readonly kind: MetaToolKind
  readonly runs?: ToolKind
  readonly description: string
  readonly annotations: ToolAnnotations
}

const ANY: CallForm = {
  kind: 'call',
  description: 'Runs a tool.',
  annotations: { destructiveHint: true },
}
const SPLIT: readonly CallForm[] = [
  {
    kind: 'callRead',
    runs: 'read',
    description: 'Runs a tool that only reads.',
    annotations: { readOnlyHint: true },
  },
  {
    kind: 'callWrite',
    runs: 'write',
    description: 'Runs a tool that changes things and destroys nothing.',
    annotations: { readOnlyHint: false, destructiveHint: false },
  },
  {
    kind: 'callDestructive',
    runs: 'destructive',
    description: 'Runs a tool that may destroy something, or does not say.',
    annotations: { destructiveHint: true },
  },
]
/** What a tool of each kind does, in words. */
const NEEDS: { readonly [Kind in ToolKind]: string } = {
  read: 'only reads',
  write: 'changes things',
  destructive: 'may destroy something',
}
const KIND_OF_FORM: { readonly [Kind in ToolKind]: MetaToolKind } = {
  read: 'callRead',
  write: 'callWrite',
  destructive: 'callDestructive',
}

/** The meta-tool that runs what was found, or three of them; `schemaFrom` is the tool that gives the schemas. */
export function callTools(
  host: ToolHost,
  settings: MetaSettings,
  schemaFrom: string = settings.names.describe,
): readonly MetaToolDefinition[] {
  const { names, split } = settings
  return (split ? SPLIT : [ANY]).map((form) => ({
    name: names[form.kind],
    description: form.description,
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'From the search.' },
        arguments: { type: 'object', description: `Object that matches the schema from ${schemaFrom}.` },
      },
      required: ['name'],
      additionalProperties: false,
    },
    annotations: form.annotations,
    run: (args, call) => run(host, settings, form, { args: args as CallArguments, call }),
  }))
}

interface CallArguments extends JsonObject {
  readonly name: string
  readonly arguments?: JsonObject
}

async function run(
  host: ToolHost,
  { names }: MetaSettings,
  { runs }: CallForm,
  { args, call }: { readonly args: CallArguments; readonly call: ServedCall },
): Promise<ToolResult> {
  const tool = await findReadyTool(host, args.name, call)
  // The host suggests what may have been meant.
  if (runs === undefined) return runTool(host, tool?.id ?? args.name, args.arguments, call)
  if (tool === undefined) {
    const { principal, signal } = call
    const { failures } = await host.describe([args.name], { principal, signal, detail: 'summary' })
    return thrownResult(failures[0]?.error, args.name, signal)
  }
  const kind = kindOf(tool)
  if (runs === kind) return runTool(host, tool.id, args.arguments, call)
  const use = names[KIND_OF_FORM[kind]]
  const message = `${tool.id} ${NEEDS[kind]}, so it was not called. Call it with ${use}.`
  return refusal('WRONG_CALL_TOOL', message, { tool: tool.id, use })
}
