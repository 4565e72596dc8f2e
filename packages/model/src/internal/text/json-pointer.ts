/** A JSON pointer one step further down; the member's name is escaped (RFC 6901, section 3). */
export function childPointer(pointer: string, step: string | number): string {
  return `${pointer}/${typeof step === 'number' ? step : escapeStep(step)}`
}

function escapeStep(step: string): string {
  return step.includes('~') || step.includes('/') ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step
}
