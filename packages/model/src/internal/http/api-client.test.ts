import { describe, expect, it } from 'vitest'
import { retryAfterOf } from './api-client.ts'

describe('Retry-After', () => {
  const read = (headers: Record<string, string>): number | undefined =>
    retryAfterOf(new Headers(headers), Date.UTC(2026, 0, 1))
  it.each([
    [{}, undefined],
    [{ 'retry-after': '2' }, 2_000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '-1' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '999999999' }, 86_400_000],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
    [{ 'retry-after': 'Thu, 01 Jan 2026 01:00:05 GMT', date: 'Thu, 01 Jan 2026 01:00:00 GMT' }, 5_000],
  ])('%j is %s ms', (headers, waitMs) => {
    expect(read(headers as Record<string, string>)).toBe(waitMs)
  })
})
