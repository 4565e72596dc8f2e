import type { ToolHost } from '@toolscout/discovery'
import type { JsonObject, ToolResult } from '@toolscout/model'
import type { ServedCall, ToolAnnotations } from '@toolscout/model/internal'
import { findReadyTool, kindOf, runTool, type ToolKind } from '../find-tool.ts'
import { type MetaToolDefinition, thrownResult } from '../meta-tool.ts'
import { refusal } from '../refusals.ts'
import type { MetaSettings, MetaToolKind } from './meta-options.ts'

/** A meta-tool that calls tools. */
interface CallForm {
  readonly kind: MetaToolKind
  readonly description: string
  readonly annotations: ToolAnnotations
}

const ANY: CallForm = {
  kind: 'call',
  description: 'Runs a tool.',
  annotations: { destructiveHint: true },
}
/** The meta-tool for each kind of tool, and what such a tool does, in words. */
const FORMS: { readonly [Kind in ToolKind]: CallForm & { readonly does: string } } = {
  read: {
    kind: 'callRead',
    description: 'Runs a tool that only reads.',
    annotations: { readOnlyHint: true },
    does: 'only reads',
  },
  write: {
    kind: 'callWrite',
    description: 'Runs a tool that changes things but destroys nothing.',
    annotations: { readOnlyHint: false, destructiveHint: false },
    does: 'changes things',
  },
  destructive: {
    kind: 'callDestructive',
    description: 'Runs a tool that may destroy something, or does not say.',
    annotations: { destructiveHint: true },
    does: 'may destroy something',
  },
}

/** The meta-tool that runs what was found, or three of them; `schemaFrom` is the tool that gives the schemas. */
export function callTools(
  host: ToolHost,
  settings: MetaSettings,
  schemaFrom: string = settings.names.describe,
): readonly MetaToolDefinition[] {
  const { names, split } = settings
  return (split ? Object.values(FORMS) : [ANY]).map((form) => ({
    name: names[form.kind],
    description: form.description,
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'From the search.' },
        arguments: { type: 'object', description: `As ${schemaFrom} says.` },
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
  { kind }: CallForm,
  { args, call }: { readonly args: CallArguments; readonly call: ServedCall },
): Promise<ToolResult> {
  const tool = await findReadyTool(host, args.name, call)
  // The host suggests what may have been meant.
  if (kind === ANY.kind) return runTool(host, tool?.id ?? args.name, args.arguments, call)
  if (tool === undefined) {
    const { principal, signal } = call
    const { failures } = await host.describe([args.name], { principal, signal, detail: 'summary' })
    return thrownResult(failures[0]?.error, args.name, signal)
  }
  const form = FORMS[kindOf(tool)]
  if (kind === form.kind) return runTool(host, tool.id, args.arguments, call)
  const use = names[form.kind]
  const message = `${tool.id} ${form.does}, so it was not called. Call it with ${use}.`
  return refusal('WRONG_CALL_TOOL', message, { tool: tool.id, use })
}
