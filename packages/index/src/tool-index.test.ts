import { type Backend, InvalidToolError, type ToolDefinition, ToolNotFoundError } from '@toolscout/model'
import { InvalidBackendError } from '@toolscout/model/internal'
import { describe, expect, it } from 'vitest'
import type { ChangeEvent } from './changes.ts'
import { createToolIndex } from './create-tool-index.ts'
import {
  BackendNotFoundError,
  InvalidCursorError,
  NonDeterministicSearcherError,
  RegistrationFailedError,
  StaleCursorError,
} from './errors.ts'
import type { ToolIndex } from './tool-index.ts'

const mcp = (server = 'server'): Backend => ({ kind: 'mcp', server })
const local: Backend = { kind: 'local', handler: 'run' }
const provider: Backend = { kind: 'provider', providerId: 'p', toolId: 't' }
const inputSchema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }
const tool = (members: Partial<ToolDefinition> = {}): ToolDefinition => ({
  name: 'read',
  namespace: 'fs',
  description: 'Reads a file',
  inputSchema,
  ...members,
})
const eventsOf = (index: ToolIndex): ChangeEvent[] => {
  const events: ChangeEvent[] = []
  index.onChange((event) => events.push(event))
  return events
}

describe('registration', () => {
  it('IDX-001, IDX-002: a tool is found by its id with its backend', () => {
    const index = createToolIndex()
    index.register(tool(), mcp())
    index.register(tool({ namespace: undefined }), mcp())
    expect(index.getOrThrow('fs:read').backends).toEqual([mcp()])
    expect(index.get('read')?.tool.namespace).toBeUndefined()
    expect([index.size, index.version]).toEqual([2, 2])
  })

  it('IDX-003, IDX-004, IDX-005, IDX-006, IDX-010: what is wrong is a typed error, the tool before the backend', () => {
    const index = createToolIndex()
    expect(() => index.register(tool({ name: '' }), mcp())).toThrow(InvalidToolError)
    expect(() => index.register(tool(), { kind: 'mcp', server: '' })).toThrow(InvalidBackendError)
    expect(() => index.register(tool(), { kind: 'provider', providerId: 'p' } as Backend)).toThrow(
      InvalidBackendError,
    )
    expect(() => index.register(tool(), { kind: 'provider', toolId: 't' } as Backend)).toThrow(
      InvalidBackendError,
    )
    expect(() => index.register({} as ToolDefinition, {} as Backend)).toThrow(InvalidToolError)
    expect([index.size, index.version]).toEqual([0, 0])
  })

  it('IDX-007, IDX-008: batches register every tool; empty ones do nothing', () => {
    const index = createToolIndex()
    const report = index.registerMany([
      { tool: tool(), backend: mcp() },
      { tool: tool({ name: 'write' }), backend: mcp() },
    ])
    expect(report).toMatchObject({
      registered: ['fs:read', 'fs:write'],
      updated: [],
      failures: [],
      version: 1,
    })
    expect(index.registerMany([]).version).toBe(1)
    expect(index.registerMcp('s', []).version).toBe(1)
  })

  it('a batch with a broken tool registers none and names every broken one', () => {
    const index = createToolIndex()
    const batch = [
      { tool: tool(), backend: mcp() },
      { tool: tool({ name: '' }), backend: mcp() },
      { tool: tool({ name: 'x' }), backend: { kind: 'mcp' } as Backend },
    ]
    expect(() => index.registerMany(batch)).toThrow(RegistrationFailedError)
    try {
      index.registerMany(batch)
    } catch (error) {
      const { failures } = (error as RegistrationFailedError).details
      expect(failures.map(({ position, name, error: why }) => [position, name, why.code])).toEqual([
        [1, '', 'INVALID_TOOL'],
        [2, 'x', 'INVALID_BACKEND'],
      ])
    }
    expect([index.size, index.version]).toEqual([0, 0])
  })

  it('IDX-009: a listing of a server registers under its name; broken and repeated tools are left out and told', () => {
    const index = createToolIndex()
    const report = index.registerMcp('git hub', [
      { name: 'create_issue', inputSchema },
      { name: 'broken' },
      'nonsense',
      { name: 'create_issue', inputSchema, description: 'again', title: '\u200b' },
      { name: 'Get Weather', inputSchema },
    ])
    expect(index.list().map(({ tool: { name, namespace } }) => [namespace, name])).toEqual([
      ['git hub', 'Get Weather'],
      ['git hub', 'create_issue'],
    ])
    expect(index.list()[0]?.backends).toEqual([mcp('git hub')])
    expect(report.failures.map(({ position, name, error }) => [position, name, error.code])).toEqual([
      [1, 'broken', 'INVALID_TOOL'],
      [2, '', 'INVALID_TOOL'],
      [3, 'create_issue', 'INVALID_TOOL'],
    ])
    expect(report.notices.map(({ code, path }) => [code, path])).toEqual([
      ['NAME_LEGALIZED', 'namespace'],
      ['NAME_LEGALIZED', 'name'],
      ['NAME_LEGALIZED', 'namespace'],
    ])
    expect(() => index.registerMcp('', [])).toThrow(InvalidBackendError)
  })

  it('IDX-011: an unknown id is undefined, or TOOL_NOT_FOUND for those who insist', () => {
    const index = createToolIndex()
    expect(index.get('x')).toBeUndefined()
    for (const id of ['x', 'toString', '__proto__']) {
      expect(() => index.getOrThrow(id)).toThrow(ToolNotFoundError)
      expect(() => index.selectBackend(id)).toThrow(ToolNotFoundError)
    }
  })

  it.each([[undefined], [null], [3], [['fs:read']], [{}]])('%j is no id', (wrong) => {
    const index = createToolIndex()
    index.register(tool(), mcp())
    const id = wrong as never
    const uses = [
      () => index.get(id),
      () => index.getOrThrow(id),
      () => index.resolve(id),
      () => index.selectBackend(id),
      () => index.unregister(id),
      () => index.unregisterBackend(id, mcp()),
      () => index.setNotes(id, 'x'),
      () => index.snapshot().get(id),
      () => index.snapshot().resolve(id),
    ]
    for (const use of uses) expect(use).toThrow(TypeError)
    expect(index.size).toBe(1)
  })

  it('W-07: two servers with a tool of the same name live side by side', () => {
    const index = createToolIndex()
    index.registerMcp('a', [{ name: 'search', inputSchema }])
    index.registerMcp('b', [{ name: 'search', inputSchema: { type: 'object' } }])
    expect(index.list().map(({ tool: { id } }) => id)).toEqual(['a:search', 'b:search'])
  })
})

describe('updates', () => {
  it('IDX-020: offering the same again changes nothing, not even the version', () => {
    const index = createToolIndex()
    index.register(tool(), mcp())
    const events = eventsOf(index)
    expect(index.register(tool(), mcp()).unchanged).toEqual(['fs:read'])
    expect([index.version, events.length, index.getOrThrow('fs:read').backends.length]).toEqual([1, 0, 1])
  })

  it('IDX-021, IDX-022, IDX-023, IDX-024, IDX-025, IDX-026, IDX-027 changed (W-02): a different definition updates, and the event says what differs', () => {
    const index = createToolIndex()
    index.register(tool(), mcp())
    const events = eventsOf(index)
    const schema = { ...inputSchema, required: [] }
    const icons = [{ src: 'https://x.test/' }]
    const report = index.register(
      tool({ description: 'Other', title: 'New', inputSchema: schema, icons, tags: ['a'] }),
      mcp(),
    )
    expect(report.updated).toEqual(['fs:read'])
    const [change] = events[0]?.changes ?? []
    const differences = ['description', 'inputSchema', 'tags', 'title', 'icons']
    expect(change).toMatchObject({ type: 'updated', differences })
    expect(index.getOrThrow('fs:read').summary.tags).toEqual(['a'])
  })

  it('W-01, IDX-026, IDX-028: a schema given by another hand is the same schema', () => {
    const index = createToolIndex()
    index.register(tool(), mcp())
    const reordered = { required: ['path'], properties: { path: { type: 'string' } }, type: 'object' }
    index.register(tool({ inputSchema: JSON.parse(JSON.stringify(reordered)) as object }), mcp('other'))
    expect(index.getOrThrow('fs:read').backends).toEqual([mcp(), mcp('other')])
  })

  it('IDX-029, IDX-030, IDX-031, IDX-032: backends of every kind are kept, each once', () => {
    const index = createToolIndex()
    const colons: Backend = { kind: 'provider', providerId: 'a:b', toolId: 'c' }
    const other: Backend = { kind: 'provider', providerId: 'a', toolId: 'b:c' }
    for (const backend of [mcp(), local, provider, colons, other, provider]) index.register(tool(), backend)
    expect(index.getOrThrow('fs:read').backends).toEqual([mcp(), local, provider, colons, other])
  })

  it('an id may stand in a batch once for each backend, with one definition', () => {
    const index = createToolIndex()
    const batchOf = (other: Partial<ToolDefinition>, backend: Backend) => [
      { tool: tool(), backend: mcp() },
      { tool: tool(other), backend },
    ]
    expect(() => index.registerMany(batchOf({}, mcp()))).toThrow(/twice with one backend/)
    expect(() => index.registerMany(batchOf({ description: 'Later' }, local))).toThrow(/two definitions/)
    expect(index.version).toBe(0)
    index.registerMany(batchOf({}, local))
    expect(index.getOrThrow('fs:read').backends).toEqual([mcp(), local])
  })
})

describe('removal', () => {
  it('IDX-040, IDX-041: a backend leaves, the last one takes tool and namespace along', () => {
    const index = createToolIndex()
    index.register(tool(), mcp())
    index.register(tool(), local)
    const events = eventsOf(index)
    index.unregisterBackend('fs:read', mcp())
    expect(index.getOrThrow('fs:read').backends).toEqual([local])
    index.unregisterBackend('fs:read', local)
    expect([index.get('fs:read'), index.namespaces(), index.size]).toEqual([undefined, [], 0])
    expect(events.flatMap(({ changes }) => changes.map(({ type }) => type))).toEqual([
      'backendRemoved',
      'removed',
    ])
  })

  it('IDX-042, IDX-043, IDX-044, IDX-045, W-25: what is not there is told apart from what is no backend', () => {
    const index = createToolIndex()
    const colons: Backend = { kind: 'provider', providerId: 'a:b', toolId: 'c' }
    index.register(tool(), colons)
    expect(() => index.unregister('x')).toThrow(ToolNotFoundError)
    expect(() => index.unregisterBackend('x', mcp())).toThrow(ToolNotFoundError)
    expect(() => index.unregisterBackend('fs:read', mcp())).toThrow(BackendNotFoundError)
    expect(() =>
      index.unregisterBackend('fs:read', { kind: 'provider', providerId: 'a' } as Backend),
    ).toThrow(InvalidBackendError)
    expect(() =>
      index.unregisterBackend('fs:read', { kind: 'provider', providerId: 'a', toolId: 'b:c' }),
    ).toThrow(BackendNotFoundError)
    index.unregisterBackend('fs:read', colons)
    expect(index.size).toBe(0)
  })

  it('a tool, a namespace and a server leave whole, each as one event', () => {
    const index = createToolIndex()
    index.registerMcp('a b', [
      { name: 'x', inputSchema },
      { name: 'y', inputSchema },
    ])
    index.registerMcp('a', [{ name: 'x', inputSchema }])
    index.register({ name: 'bare', inputSchema }, local)
    index.register({ name: 'bare', inputSchema, version: '2' }, local)
    index.register(tool({ name: 'x', namespace: 'a', description: undefined }), local)
    const events = eventsOf(index)
    expect(index.unregisterServer('a')).toEqual([])
    expect(index.getOrThrow('a:x').backends).toEqual([local])
    expect(index.unregisterNamespace('a b')).toHaveLength(2)
    expect(index.unregisterNamespace('')).toEqual([':bare:2', 'bare'])
    expect(index.unregisterNamespace('gone')).toEqual([])
    index.unregister('a:x')
    expect(events.map(({ version, changes }) => [version, changes.length])).toEqual([
      [6, 1],
      [7, 2],
      [8, 2],
      [9, 1],
    ])
    expect(index.size).toBe(0)
  })
})

describe('selection', () => {
  it('IDX-050, IDX-051, IDX-052, IDX-053: local, provider, mcp; or whatever the user says', () => {
    const index = createToolIndex()
    for (const backend of [mcp(), provider, local]) index.register(tool(), backend)
    expect(index.selectBackend('fs:read')).toEqual(local)
    const own = createToolIndex({ selectBackend: (backends) => backends[0] as Backend })
    for (const backend of [mcp(), local]) own.register(tool(), backend)
    expect(own.selectBackend('fs:read')).toEqual(mcp())
  })
})

describe('resolution', () => {
  const index = createToolIndex()
  for (const version of ['1.0.0', '1.10.0', '1.9.0', '2.0.0-beta', 'nightly'])
    index.register(tool({ version }), mcp())
  for (const version of ['1.0.0', '3.0.0'])
    index.register(tool({ name: 'stat', namespace: undefined, version }), mcp())
  index.register(tool({ name: 'read-all', version: '9.0.0' }), mcp())
  index.register(tool({ name: 'plain' }), mcp())
  const resolved = (reference: string, range?: string): string | undefined =>
    index.resolve(reference, { range })?.tool.id

  it('takes the exact id, else the highest version by semver', () => {
    expect(resolved('fs:read:1.9.0')).toBe('fs:read:1.9.0')
    expect(resolved('fs:read')).toBe('fs:read:1.10.0')
    expect(resolved('stat')).toBe(':stat:3.0.0')
    expect(resolved('fs:plain')).toBe('fs:plain')
  })

  it('takes the highest version within a range', () => {
    expect(resolved('fs:read', '^1.0.0')).toBe('fs:read:1.10.0')
    expect(resolved('fs:read', '>=3.0.0')).toBeUndefined()
    expect(resolved('fs:read:1.9.0', '^1.0.0')).toBe('fs:read:1.9.0')
    expect(resolved('fs:read:1.9.0', '^2.0.0')).toBeUndefined()
    expect(resolved('fs:plain', '*')).toBeUndefined()
    expect(() => resolved('fs:read', 'soon')).toThrow(/no version range/)
  })

  it('gives nothing for what is not there or no id', () => {
    for (const reference of ['fs:rea', 'other:read', 'a:b:c:d', '', 'fs:read:9'])
      expect(resolved(reference)).toBeUndefined()
  })
})

describe('namespaces', () => {
  it('IDX-060, IDX-061, IDX-062, IDX-063: in order, the empty one first, the same every time', () => {
    const index = createToolIndex()
    expect(index.namespaces()).toEqual([])
    for (const namespace of ['kubectl', 'docker', undefined, 'git', 'Zoo'])
      index.register(tool({ namespace }), mcp())
    expect(index.namespaces()).toEqual(['', 'Zoo', 'docker', 'git', 'kubectl'])
    expect(index.namespaces()).toEqual(index.namespaces())
  })
})

describe('aliasing (W-20)', () => {
  it('nothing that goes in or comes out is shared with callers', () => {
    const index = createToolIndex()
    const definition = structuredClone(tool({ tags: ['a'] })) as unknown as {
      tags: string[]
      inputSchema: { required: string[] }
    }
    index.register(definition as unknown as ToolDefinition, mcp())
    definition.tags.push('b')
    definition.inputSchema.required.push('b')
    const found = index.getOrThrow('fs:read')
    expect([found.tool.tags, found.tool.inputSchema.required]).toEqual([['a'], ['path']])
    expect(() => (found.backends as Backend[]).push(local)).toThrow(TypeError)
    expect(() => (found.tool.tags as string[]).push('c')).toThrow(TypeError)
  })
})

describe('interleaving', () => {
  it('IDX-140, IDX-141: changes, searches and listeners between each other disturb nothing', async () => {
    const index = createToolIndex()
    const searches: Promise<unknown>[] = []
    for (let i = 0; i < 100; i += 1) {
      const stop = index.onChange(() => searches.push(index.search(`tool ${i}`)))
      index.register(tool({ name: `tool_${i}` }), mcp())
      searches.push(index.search('tool'), index.searchPage('', { limit: 3 }))
      expect(index.namespaces()).toEqual(['fs'])
      stop()
    }
    await Promise.all(searches)
    expect(index.size).toBe(100)
    expect((await index.search('tool_42', { limit: 1 })).hits[0]?.id).toBe('fs:tool_42')
  })

  it('IDX-142: failures have different codes', () => {
    const errors = [
      new RegistrationFailedError([], 0),
      new BackendNotFoundError('x', local),
      new InvalidCursorError('x', 'x'),
      new StaleCursorError('x'),
      new NonDeterministicSearcherError('x'),
      new ToolNotFoundError('x', 'x'),
    ]
    expect(new Set(errors.map(({ code }) => code)).size).toBe(errors.length)
  })
})
