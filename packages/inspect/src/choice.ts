import type { Gateway } from '@toolscout/gateway'
import type { ToolFilter, ToolSummary } from '@toolscout/model'
import { CHOICES, type ChoiceName } from './api/views.ts'
import { groupOf } from './catalog.ts'

/** Which tools are looked at. */
export interface Choice {
  /** Key of a group; absent for all. */
  readonly group: string | undefined
  readonly only: ChoiceName | undefined
}

/** @throws RangeError for a name that is none. */
export function choiceNamed(name: string | undefined): ChoiceName | undefined {
  const found = CHOICES.find((known) => known === name)
  if (name !== undefined && found === undefined) throw new RangeError(`only is one of ${CHOICES.join(', ')}.`)
  return found
}

/** The choice as a filter of searches; `undefined` where it leaves nothing out. */
export function filterOf({ group, only }: Choice, gateway: Gateway): ToolFilter | undefined {
  if (group === undefined && only === undefined) return undefined
  const servers = only === 'unready' ? unreadyServers(gateway) : undefined
  const isOfGroup = (tool: ToolSummary): boolean => groupOf(tool).key === group
  return {
    ...(only === 'readOnly' && { readOnly: true }),
    ...(only === 'destructive' && { destructive: true }),
    ...(servers && { servers }),
    ...(group !== undefined && { visibility: { key: group, allows: isOfGroup } }),
  }
}

/** The same for a list. */
export function chooser({ group, only }: Choice, gateway: Gateway): (tool: ToolSummary) => boolean {
  const servers = new Set(only === 'unready' ? unreadyServers(gateway) : [])
  const isChosen = ({
    annotations: { readOnlyHint, destructiveHint } = {},
    backends,
  }: ToolSummary): boolean => {
    if (only === 'readOnly') return readOnlyHint === true
    // As MCP has it, what says nothing may destroy something.
    if (only === 'destructive') return readOnlyHint !== true && destructiveHint !== false
    return (
      only !== 'unready' || backends.some((backend) => backend.kind === 'mcp' && servers.has(backend.server))
    )
  }
  return (tool) => (group === undefined || groupOf(tool).key === group) && isChosen(tool)
}

function unreadyServers(gateway: Gateway): readonly string[] {
  return gateway.servers().flatMap(({ name, state }) => (state === 'ready' ? [] : name))
}
