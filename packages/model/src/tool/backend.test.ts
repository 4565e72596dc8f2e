import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidBackendError } from '../errors.ts'
import {
  BACKEND_KINDS,
  type Backend,
  backendKey,
  orderBackends,
  parseBackend,
  selectNearestBackend,
} from './tool-entry.ts'

const backend: fc.Arbitrary<Backend> = fc.oneof(
  fc.record({ kind: fc.constant('local' as const), handler: fc.string({ minLength: 1 }) }),
  fc.record({ kind: fc.constant('provider' as const), providerId: fc.string(), toolId: fc.string() }),
  fc.record({ kind: fc.constant('mcp' as const), server: fc.string() }),
)

describe('MOD-004, IDX-129 backends', () => {
  it.each([
    { kind: 'local', handler: 'run' },
    { kind: 'provider', providerId: 'p', toolId: 't' },
    { kind: 'mcp', server: 'github' },
    { kind: 'mcp', server: 'github', tool: '\u200bread' },
  ])('accepts %j', (value) => {
    expect(parseBackend(value)).toEqual(value)
    expect(Object.isFrozen(parseBackend(value))).toBe(true)
  })

  it.each([
    undefined,
    null,
    {},
    { kind: 'unknown' },
    { kind: 'constructor' },
    { kind: 'local' },
    { kind: 'local', handler: ' ' },
    { kind: 'provider', providerId: 'p' },
    { kind: 'provider', toolId: 't' },
    { kind: 'mcp', server: '' },
    { kind: 'mcp', server: 7 },
    { kind: 'mcp', server: 'github', tool: '' },
    { kind: 'mcp', server: 'github', tool: 7 },
  ])('refuses %j with INVALID_BACKEND', (value) => {
    expect(() => parseBackend(value)).toThrow(InvalidBackendError)
  })
})

describe('backend keys', () => {
  it('IDX-030: are equal exactly when the backends are', () => {
    fc.assert(
      fc.property(backend, backend, (a, b) => {
        const same = JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())
        expect(backendKey(a) === backendKey(b)).toBe(same)
      }),
    )
  })
})

describe('selection', () => {
  const mcp: Backend = { kind: 'mcp', server: 's' }
  const provider: Backend = { kind: 'provider', providerId: 'p', toolId: 't' }
  const local: Backend = { kind: 'local', handler: 'h' }

  it('IDX-050, IDX-051: local beats provider beats mcp in any order', () => {
    expect(selectNearestBackend([mcp, provider, local])).toBe(local)
    expect(selectNearestBackend([mcp, provider])).toBe(provider)
    expect(selectNearestBackend([mcp])).toBe(mcp)
  })

  it('IDX-052: takes the first of a kind and refuses an empty list', () => {
    const second: Backend = { kind: 'mcp', server: 'other' }
    expect(selectNearestBackend([mcp, second])).toBe(mcp)
    expect(() => selectNearestBackend([])).toThrow(InvalidBackendError)
  })
})

describe('the order in which a call asks backends', () => {
  it('is the selected one, then the others, nearest first and as they were registered', () => {
    const several = fc.uniqueArray(backend, { minLength: 1, maxLength: 6, selector: backendKey })
    fc.assert(
      fc.property(several, fc.nat(), (backends, nth) => {
        const selected = backends[nth % backends.length] as Backend
        const [first, ...others] = orderBackends(backends, selected)
        expect(first).toBe(selected)
        const rank = (one: Backend): number => BACKEND_KINDS.indexOf(one.kind) * 100 + backends.indexOf(one)
        expect(others).toEqual(backends.filter((one) => one !== selected).sort((a, b) => rank(a) - rank(b)))
      }),
    )
  })
})
