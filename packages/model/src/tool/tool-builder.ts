import { checkOption } from '../internal/options.ts'
import { parseTool } from './parse-tool.ts'
import type { SchemaInput, Tool, ToolAnnotations, ToolDefinition, ToolExample, ToolIcon } from './tool.ts'

/**
 * Puts a tool together step by step, where an object literal does not read well, such as when members come from
 * different places. Every step changes the builder and gives it back.
 */
export interface ToolBuilder {
  readonly title: (title: string) => ToolBuilder
  readonly description: (description: string) => ToolBuilder
  readonly namespace: (namespace: string) => ToolBuilder
  readonly version: (version: string) => ToolBuilder
  readonly tags: (...tags: string[]) => ToolBuilder
  readonly category: (category: string) => ToolBuilder
  readonly inputSchema: (schema: SchemaInput) => ToolBuilder
  readonly outputSchema: (schema: SchemaInput) => ToolBuilder
  readonly icons: (...icons: ToolIcon[]) => ToolBuilder
  readonly examples: (...examples: ToolExample[]) => ToolBuilder
  readonly capabilities: (...capabilities: string[]) => ToolBuilder
  /** Adds to the annotations given before. */
  readonly annotations: (annotations: ToolAnnotations) => ToolBuilder
  readonly meta: (meta: { readonly [member: string]: unknown }) => ToolBuilder
  /** The tool changes nothing. */
  readonly readOnly: () => ToolBuilder
  /** Calling again changes nothing more. */
  readonly idempotent: () => ToolBuilder
  /** The tool may destroy something. */
  readonly destructive: () => ToolBuilder
  /** The tool changes things but destroys nothing. */
  readonly nonDestructive: () => ToolBuilder
  /** The tool reaches beyond a closed world. */
  readonly openWorld: () => ToolBuilder
  /**
   * Reads what was given so far. Later steps do not change a tool that was built before.
   * @throws InvalidToolError `INVALID_TOOL` as {@link parseTool} does.
   */
  readonly build: () => Tool
}

/** Starts a {@link ToolBuilder}. The name is checked when the tool is built. */
export function createToolBuilder(name: string): ToolBuilder {
  checkOption('name', name, 'string')
  let draft: Partial<ToolDefinition> = { name }
  const set = (members: Partial<ToolDefinition>): ToolBuilder => {
    draft = { ...draft, ...members }
    return builder
  }
  const annotate = (annotations: ToolAnnotations): ToolBuilder =>
    set({ annotations: { ...draft.annotations, ...annotations } })
  const builder: ToolBuilder = {
    title: (title) => set({ title }),
    description: (description) => set({ description }),
    namespace: (namespace) => set({ namespace }),
    version: (version) => set({ version }),
    tags: (...tags) => set({ tags }),
    category: (category) => set({ category }),
    inputSchema: (inputSchema) => set({ inputSchema }),
    outputSchema: (outputSchema) => set({ outputSchema }),
    icons: (...icons) => set({ icons }),
    examples: (...examples) => set({ examples }),
    capabilities: (...capabilities) => set({ capabilities }),
    annotations: annotate,
    meta: (_meta) => set({ _meta }),
    readOnly: () => annotate({ readOnlyHint: true }),
    idempotent: () => annotate({ idempotentHint: true }),
    destructive: () => annotate({ destructiveHint: true }),
    nonDestructive: () => annotate({ destructiveHint: false }),
    openWorld: () => annotate({ openWorldHint: true }),
    build: () => parseTool(draft).tool,
  }
  return builder
}
