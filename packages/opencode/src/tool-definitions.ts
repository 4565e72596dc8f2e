import type { JsonObject } from '@toolscout/model'

/** Names of the tools of the toolbox. */
export type ToolboxToolName = `toolbox_${'search_bm25' | 'search_regex' | 'execute' | 'status' | 'perf'}`

/** What a model reads of a tool of the toolbox. */
export interface ToolboxDefinition {
  readonly description: string
  readonly properties: JsonObject
  /** Members every call has. */
  readonly required: readonly string[]
}

const limit = { type: 'number', description: 'Most results.' }

/**
 * The tools of the toolbox. They are here by themselves, since a host wants them before anything else is loaded.
 * `toolbox_test` is none: it called every tool there is, destructive ones too.
 */
export const TOOL_DEFINITIONS: { readonly [name in ToolboxToolName]: ToolboxDefinition } = {
  toolbox_search_bm25: {
    description:
      'Searches the toolbox by words. Use it before you say that you cannot do something; run what it finds with toolbox_execute.',
    properties: { text: { type: 'string', description: 'What to do, in plain words.' }, limit },
    required: ['text'],
  },
  toolbox_search_regex: {
    description:
      'Searches the names of tools, server_tool, by a regular expression (RE2 syntax; (?i) ignores case). Run what it finds with toolbox_execute.',
    properties: {
      pattern: { type: 'string', description: 'Such as ^time_ or (?i)issue.' },
      limit,
      in: { type: 'string', enum: ['names', 'all'], description: 'all: descriptions and arguments too.' },
    },
    required: ['pattern'],
  },
  toolbox_execute: {
    description: 'Runs a tool that a toolbox search found.',
    properties: {
      toolId: { type: 'string', description: 'The name of the tool as the search gives it.' },
      arguments: {
        anyOf: [{ type: 'object' }, { type: 'string' }],
        description: 'What the tool takes: an object, or its JSON text.',
      },
    },
    required: ['toolId'],
  },
  toolbox_status: {
    description:
      'Tells which servers the toolbox has, how they are, and what is wrong with its configuration.',
    properties: {},
    required: [],
  },
  toolbox_perf: {
    description: 'Tells how long the toolbox took to start, to search and to run tools.',
    properties: {},
    required: [],
  },
}
