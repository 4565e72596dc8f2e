import { ToolscoutError } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { CallNotRunError, classifyFailure, classifyHandlerFailure } from './failure.ts'

class BackendError extends ToolscoutError {
  constructor(details: object, cause?: unknown) {
    super('BACKEND', 'no', { details, cause })
  }
}

describe('failures of a backend', () => {
  it.each([
    [{ outcome: 'notRun' }, 'unsent'],
    [{ outcome: 'unknown' }, 'ambiguous'],
    [{}, 'ambiguous'],
    [{ httpStatus: 429 }, 'rateLimited'],
    [{ httpStatus: 503 }, 'ambiguous'],
    [{ httpStatus: 503, retryAfterMs: 5 }, 'unavailable'],
    [{ httpStatus: 401, outcome: 'notRun' }, 'unauthorized'],
    [{ httpStatus: 404, outcome: 'notRun' }, 'refused'],
    [{ httpStatus: 408 }, 'ambiguous'],
    [{ httpStatus: 500 }, 'ambiguous'],
    [{ httpStatus: 502 }, 'ambiguous'],
    [{ rpcCode: -32_602, outcome: 'notRun' }, 'badArguments'],
    [{ rpcCode: -32_601, outcome: 'notRun' }, 'refused'],
    [{ rpcCode: -32_022 }, 'outdated'],
    [{ rpcCode: -32_020 }, 'outdated'],
    [{ rpcCode: -32_603 }, 'ambiguous'],
    [{ rpcCode: -32_000, retryAfterMs: 1_000 }, 'rateLimited'],
    [{ failure: 'sessionLost', httpStatus: 404 }, 'sessionLost'],
    [{ failure: 'toString' }, 'ambiguous'],
    // Said of a request that followed after the call had begun.
    [{ rpcCode: -32_602, outcome: 'unknown' }, 'ambiguous'],
    [{ rpcCode: -32_601, outcome: 'unknown' }, 'ambiguous'],
    [{ httpStatus: 401, outcome: 'unknown' }, 'ambiguous'],
    [{ failure: 'sessionLost', httpStatus: 404, outcome: 'unknown' }, 'ambiguous'],
  ])('%j are %s', (details, kind) => {
    expect(classifyFailure(new BackendError(details)).kind).toBe(kind)
  })

  it('are read from the causes as well, and nothing else is believed', () => {
    const cause = new BackendError({ httpStatus: 429, retryAfterMs: 7_000 })
    expect(classifyFailure(new BackendError({ outcome: 'notRun' }, cause))).toEqual({
      kind: 'rateLimited',
      retryAfterMs: 7_000,
    })
    const foreign = Object.assign(new TypeError('fetch failed'), { details: { outcome: 'notRun' } })
    expect(classifyFailure(foreign).kind).toBe('ambiguous')
    expect(classifyFailure(new BackendError({ httpStatus: 429, retryAfterMs: -1 }))).toEqual({
      kind: 'rateLimited',
    })
  })
})

describe('failures of a handler', () => {
  it('mean that it ran, unless it says that it did not', () => {
    const refused = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
    for (const error of [refused, new BackendError({ outcome: 'notRun' }), 'text']) {
      expect(classifyHandlerFailure(error)).toEqual({ kind: 'toolFailed' })
    }
    expect(classifyHandlerFailure(new CallNotRunError('the printer is off'))).toEqual({ kind: 'unsent' })
    expect(
      classifyHandlerFailure(new CallNotRunError('slow down', 'rateLimited', { retryAfterMs: 50 })),
    ).toEqual({ kind: 'rateLimited', retryAfterMs: 50 })
  })
})
