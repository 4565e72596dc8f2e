import { unwatchFile, watchFile } from 'node:fs'
import type { Gateway, GatewayEvent } from '@toolscout/gateway'
import { messageOf } from '@toolscout/model/internal'
import { approvalOf } from '../pins/approval-of.ts'

/** How often approvals of other processes are looked for. */
const LOOK_MS = 500
/** Most changes, or tools, that one line names. */
const MAX_TOLD = 3

/** What following pins needs. */
export interface FollowPinsOptions {
  readonly gateway: Pick<Gateway, 'pins'>
  /** The folder whose entries change with every stored pin. */
  readonly folder: string
  readonly warn: (line: string) => void
}

/** Reports blocked tools, and takes in approvals of other processes, until stopped. Rejects with `PINS_FILE_INVALID` when nothing can be read. */
export async function followPins({ gateway, folder, warn }: FollowPinsOptions): Promise<() => void> {
  const held = (await gateway.pins()).flatMap(({ id, isQuarantined }) => (isQuarantined ? id : []))
  if (held.length > 0) warn(tellHeld(held))
  const onChange = (): void => {
    gateway.pins().catch((error: unknown) => warn(messageOf(error)))
  }
  watchFile(folder, { interval: LOOK_MS, persistent: false }, onChange)
  return () => unwatchFile(folder, onChange)
}

/** The message about a definition that is not the trusted one; `undefined` for other events. */
export function tellPinEvent(
  event: GatewayEvent,
): { readonly line: string; readonly isWarning: boolean } | undefined {
  if (event.type === 'toolHeld')
    return {
      line: `${event.tool} is new and blocked until "${approveCommand(event)}".`,
      isWarning: true,
    }
  if (event.type === 'toolsApproved') return { line: `Approved: ${listed(event.tools)}.`, isWarning: false }
  if (event.type === 'pinsNotKept') return { line: `Pins were not kept: ${event.reason}`, isWarning: true }
  if (event.type !== 'toolChanged') return undefined
  const { tool, changed, isQuarantined } = event
  const what = `${tool} changed (${listed(changed)})`
  if (!isQuarantined)
    return {
      line: `${what}; "toolscout pins" shows it, "${approveCommand(event)}" trusts it.`,
      isWarning: false,
    }
  return { line: `${what} and is blocked until "${approveCommand(event)}".`, isWarning: true }
}

function tellHeld(ids: readonly string[]): string {
  const [named, are] = ids.length === 1 ? ['1 tool', 'is'] : [`${ids.length} tools`, 'are']
  return `${named} ${are} blocked until approved (${listed(ids)}); "toolscout pins" says why.`
}

function approveCommand({ tool, digest }: { readonly tool: string; readonly digest: string }): string {
  return `toolscout approve ${approvalOf({ id: tool, digest })}`
}

function listed(words: readonly string[]): string {
  const more = words.length > MAX_TOLD ? ` and ${words.length - MAX_TOLD} more` : ''
  return `${words.slice(0, MAX_TOLD).join(', ')}${more}`
}
