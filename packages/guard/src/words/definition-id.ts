import { parseTool } from '@toolscout/model'

/** The id that a tool of this name gets when its server lists it; `undefined` for a name that is none. */
export function idOfListed(name: unknown, server: string | undefined): string | undefined {
  try {
    return parseTool({ name, inputSchema: { type: 'object' } }, { namespace: server }).tool.id
  } catch {
    return undefined
  }
}
