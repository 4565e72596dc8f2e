import { expect, it } from 'vitest'
import { createOpenAiLanguageModel } from './openai-language-model.ts'

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
])('refuses %j, and shows no secret', (options, error) => {
  expect(() => create(options)).toThrow(error)
  try {
    create(options)
  } catch (thrown) {
    expect(String(thrown)).not.toContain('hunter2')
  }
})
