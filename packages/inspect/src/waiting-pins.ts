import type { Gateway, GatewayPin } from '@toolscout/gateway'
import { isWaiting } from '@toolscout/guard/internal'
import { compareIds, toMcpTool } from '@toolscout/model'
import { oneLine, truncate } from '@toolscout/model/internal'
import type { PinsView, PinView } from './api/pins.ts'

/** Most definitions shown; more are approved with the command. */
const MAX_PINS = 100
const MAX_WORDS = 10
/** Long enough that two definitions with the same prefix cannot be made; what the command asks for. */
const APPROVED_DIGITS = 32
const MAX_LINES = 60
/** Longest line, and longest definition, in code points. */
const MAX_LINE_LENGTH = 400
const MAX_DEFINITION_LENGTH = 8_000

/** Lists the definitions that wait for approval, and what changed. Rejects as the store of pins does. */
export async function pinsView({
  gateway,
  principal,
}: {
  readonly gateway: Gateway
  readonly principal: string
}): Promise<PinsView> {
  const waiting = (await gateway.pins({ principal })).filter(isWaiting)
  const sorted = waiting.sort(
    (a, b) => Number(b.isQuarantined) - Number(a.isQuarantined) || compareIds(a.id, b.id),
  )
  return { waiting: waiting.length, pins: sorted.slice(0, MAX_PINS).map((pin) => toTold(pin, gateway)) }
}

type WaitingPin = GatewayPin & Pick<PinView, 'state'>

function toTold(
  { id, digest, state, isQuarantined, since, changed, diff }: WaitingPin,
  { discovery }: Gateway,
): PinView {
  const tool = diff.length > 0 ? undefined : discovery.index.get(id)?.tool
  const shown = (texts: readonly string[], most: number): readonly string[] =>
    texts.slice(0, most).map((text) => truncate(oneLine(text), MAX_LINE_LENGTH))
  return {
    id,
    digest: digest.slice(0, APPROVED_DIGITS),
    state,
    isQuarantined,
    since,
    changed: shown(changed, MAX_WORDS),
    diff: shown(diff, MAX_LINES),
    ...(tool === undefined
      ? {}
      : { definition: truncate(JSON.stringify(toMcpTool(tool), null, 2), MAX_DEFINITION_LENGTH) }),
  }
}
