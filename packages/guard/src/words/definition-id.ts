import { parseTool } from '@toolscout/model'
import { ENTRY_KINDS } from '@toolscout/model/internal'

/** The id that a definition gets when its server lists it; `undefined` for one whose name is none. */
export function idOfListed(
  { name, kind }: { readonly [member: string]: unknown },
  server: string | undefined,
): string | undefined {
  const known = ENTRY_KINDS.find((one) => one === kind)
  try {
    return parseTool({ name, kind: known, inputSchema: { type: 'object' } }, { namespace: server }).tool.id
  } catch {
    return undefined
  }
}
