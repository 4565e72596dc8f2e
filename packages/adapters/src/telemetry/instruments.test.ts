import { expect, it } from 'vitest'
import { createKnownNames, OTHER_NAME } from './instruments.ts'
import { createOpenTelemetryObserver } from './open-telemetry-observer.ts'

it('tells as many names apart as it may, of 100,000', () => {
  const nameOf = createKnownNames(200)
  const names = Array.from({ length: 100_000 }, (_, i) => `tool_${i}`)
  expect(new Set(names.map(nameOf)).size).toBe(201)
  expect(names.slice(0, 200).map(nameOf)).toEqual(names.slice(0, 200))
  expect(nameOf('tool_5000')).toBe(OTHER_NAME)
  expect(createKnownNames(0)('a')).toBe(OTHER_NAME)
})

it('refuses unknown options', () => {
  expect(() => createOpenTelemetryObserver({ contents: true } as never)).toThrow(TypeError)
})
