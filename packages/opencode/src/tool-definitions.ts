import { number, enum as oneOf, record, string, union, unknown } from 'zod'

/** A tool definition for the host. */
export interface PluginTool {
  readonly description: string
  readonly args: object
}

const limit = number().optional().describe('Most results.')

/** The tools of the toolbox. They are here in the terms of the host, which wants them before anything else is loaded. */
export const TOOL_DEFINITIONS: { readonly [name: string]: PluginTool } = {
  toolbox_search_bm25: {
    description:
      'Searches the toolbox by words. Use it before you say that you cannot do something; run what it finds with toolbox_execute.',
    args: { text: string().describe('What to do, in plain words.'), limit },
  },
  toolbox_search_regex: {
    description:
      'Searches the names of tools, server_tool, by a regular expression (RE2 syntax; (?i) ignores case). Run what it finds with toolbox_execute.',
    args: {
      pattern: string().describe('Such as ^time_ or (?i)issue.'),
      limit,
      in: oneOf(['names', 'all']).optional().describe('all: descriptions and arguments too.'),
    },
  },
  toolbox_execute: {
    description: 'Runs a tool that a toolbox search found.',
    args: {
      toolId: string().describe('The name of the tool as the search gives it.'),
      arguments: union([record(string(), unknown()), string()])
        .optional()
        .describe('What the tool takes: an object, or its JSON text.'),
    },
  },
  toolbox_status: {
    description:
      'Tells which servers the toolbox has, how they are, and what is wrong with its configuration.',
    args: {},
  },
  toolbox_perf: {
    description: 'Tells how long the toolbox took to start, to search and to run tools.',
    args: {},
  },
}
