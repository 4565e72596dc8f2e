import { expect, it } from 'vitest'
import * as surface from './index.ts'

it('exports what it means to', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "COERCED_META_KEY",
      "CallFailedError",
      "CallNotRunError",
      "CallTimeoutError",
      "CircuitOpenError",
      "DEFAULT_BREAKER_LIMITS",
      "DEFAULT_BULKHEAD_LIMITS",
      "DEFAULT_CALL_TIMEOUT_MS",
      "DEFAULT_IDEMPOTENCY_LIMITS",
      "DEFAULT_MAX_RESULT_BYTES",
      "DEFAULT_RETRY_BUDGET",
      "DEFAULT_RETRY_POLICY",
      "IdempotencyConflictError",
      "LEAST_MAX_RESULT_BYTES",
      "NO_RETRIES",
      "OverloadedError",
      "SYMB_RETRY_POLICY",
      "UNCHECKED_META_KEY",
      "capResult",
      "checkArguments",
      "classifyFailure",
      "classifyHandlerFailure",
      "createBackendGuard",
      "createBulkhead",
      "createCircuitBreaker",
      "createIdempotency",
      "createRetryBudget",
      "createSingleFlight",
      "runHandler",
      "runWithRetries",
      "startDeadline",
      "toLocalHandler",
      "withNotes",
    ]
  `)
})
