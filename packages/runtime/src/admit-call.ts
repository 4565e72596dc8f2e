import type { ToolResult } from '@toolscout/model'
import { raceSignal } from '@toolscout/model/internal'
import type { Deadline } from './resilience/deadline.ts'
import type { Admission, AdmissionCall } from './tool-call.ts'

/** Asks whether a call may be made; gives the answer of one that may not. The deadline stands still meanwhile. */
export async function admitCall(
  admit: Admission | undefined,
  { name, tool, args }: Omit<AdmissionCall, 'signal'>,
  { pause, signal }: Deadline,
): Promise<ToolResult | undefined> {
  if (admit === undefined) return undefined
  const goOn = pause()
  try {
    return await raceSignal(admit(Object.freeze({ name, tool, args, signal })), signal)
  } finally {
    goOn()
  }
}
