import type { Discovery } from '@toolscout/discovery'
import type { ToolReference } from '@toolscout/discovery/internal'
import type { Pins } from '@toolscout/guard'
import { ToolNotFoundError } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'
import { PinStaleError } from '../errors.ts'
import type { ApprovalReport, PinApproval } from './guard-options.ts'

/** What approving takes. */
export interface ApprovalDeps {
  readonly discovery: Pick<Discovery, 'get'>
  readonly pins: Pins
  /** Compares a tool that was not compared yet. */
  readonly see: (id: string) => void
  /** Hears of each tool whose definition was not approved before. */
  readonly onApproved: (id: string) => void
}

/** Approves definitions as they were seen last; of another one than was looked at, and of a tool that is not there, says so. */
export function approvePins(
  wanted: readonly (ToolReference | PinApproval)[],
  deps: ApprovalDeps,
): ApprovalReport {
  const approved: string[] = []
  const failures: ApprovalReport['failures'][number][] = []
  for (const one of wanted) {
    const outcome = approveOne(one, deps)
    if (typeof outcome === 'string') approved.push(outcome)
    else failures.push(outcome)
  }
  return Object.freeze({ approved: Object.freeze(approved), failures: Object.freeze(failures) })
}

function approveOne(
  wanted: ToolReference | PinApproval,
  { discovery, pins, see, onApproved }: ApprovalDeps,
): string | ApprovalReport['failures'][number] {
  const id = discovery.get(wanted)?.tool.id ?? (typeof wanted === 'string' ? wanted : wanted.id)
  see(id)
  const pin = pins.get(id)
  if (pin === undefined) {
    const error = new ToolNotFoundError(`There is no pinned tool ${quote(id)}.`, id)
    return Object.freeze({ id, error })
  }
  const { digest = pin.digest } = typeof wanted === 'string' ? pin : (wanted as PinApproval)
  if (digest !== pin.digest) return Object.freeze({ id, error: new PinStaleError(id) })
  if (pin.state !== 'pinned') {
    pins.approve(id)
    onApproved(id)
  }
  return id
}
