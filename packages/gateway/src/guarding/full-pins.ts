import { serverPartOf } from '@toolscout/guard/internal'
import { quote } from '@toolscout/model/internal'
import type { GatewayEvent } from '../gateway-event.ts'

/** Tells, once for each server, that its tools are more than are remembered. Given the id of the first that is not. */
export function createFullTeller(emit: (event: GatewayEvent) => void): (id: string) => void {
  const told = new Set<string>()
  return (id) => {
    const server = serverPartOf(id)
    if (told.has(server)) return
    told.add(server)
    const reason = `${quote(server)} has had more tools than are remembered (maxServerPins); of ${quote(id)} and others it is not known what is trusted.`
    emit({ type: 'pinsNotKept', reason })
  }
}
