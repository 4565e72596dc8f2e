import type { GatewayEvent } from '@toolscout/gateway'
import type { LogFile } from './log-file.ts'

/** Writes down what happens, without anything that was searched for, given to tools or answered by them. */
export function logEvent({ write }: LogFile, event: GatewayEvent): void {
  const durationMs = 'durationMs' in event ? Math.round(event.durationMs) : 0
  switch (event.type) {
    case 'serverStateChanged': {
      const { server, state, reason } = event
      const isBad = reason !== undefined
      write(isBad ? 'WARN' : 'INFO', 'server', { server, state, ...(isBad && { reason }) })
      break
    }
    case 'serverListed': {
      const { server, tools, warnings } = event
      write('INFO', 'listed', { server, tools, durationMs, warnings: warnings.length })
      break
    }
    case 'searched':
      write('INFO', 'searched', { hits: event.hits, durationMs })
      break
    case 'callEnded': {
      const { name: tool, isError, error, outcome } = event
      const facts = { tool, outcome, durationMs, ...(error !== undefined && { error }) }
      write(isError ? 'WARN' : 'INFO', 'called', facts)
      break
    }
    case 'attemptFailed':
      write('WARN', 'attempt failed', { tool: event.name, failure: event.attempt.failure })
      break
  }
}
