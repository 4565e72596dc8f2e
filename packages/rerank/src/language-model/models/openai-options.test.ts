import { describe, expect, it } from 'vitest'
import { createOpenAiLanguageModel } from './openai-language-model.ts'
import { retryAfterMs } from './retry-after.ts'

const create = (options: object): unknown =>
  createOpenAiLanguageModel({ baseUrl: 'https://api.example/v1', model: 'small', ...options } as never)

it.each([
  [{ baseUrl: undefined }, TypeError],
  [{ baseUrl: 'api.example' }, TypeError],
  [{ baseUrl: 'ftp://api.example' }, TypeError],
  [{ baseUrl: 'https://user:hunter2@api.example' }, TypeError],
  [{ model: '' }, TypeError],
  [{ apiKey: '' }, TypeError],
  [{ apiKey: 'hunter2\n' }, TypeError],
  [{ headers: { 'x-key': 'hunter2\n\u0000' } }, TypeError],
  [{ headers: { 'x key': 'hunter2' } }, TypeError],
  [{ parameters: [] }, TypeError],
  [{ apiKeys: 'x' }, TypeError],
  [{ fetch: 'x' }, TypeError],
  [{ timeoutMs: 0 }, RangeError],
  [{ maxRetries: 11 }, RangeError],
  [{ retryDelayMs: -1 }, RangeError],
  [{ maxResponseBytes: 1 }, RangeError],
])('refuses %j, and shows no secret', (options, error) => {
  expect(() => create(options)).toThrow(error)
  try {
    create(options)
  } catch (thrown) {
    expect(String(thrown)).not.toContain('hunter2')
  }
})

describe('Retry-After', () => {
  const read = (headers: Record<string, string>): number | undefined =>
    retryAfterMs(new Headers(headers), () => Date.UTC(2026, 0, 1))
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
