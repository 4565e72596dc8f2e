import { describe, expect, it } from 'vitest'
import { openLoom } from '../fixtures/open-loom.ts'
import { toolFolder, yamlTool } from '../fixtures/tool-folder.ts'
import type { IndexReport } from '../loom.ts'
import { createCustomIndexer } from './custom-indexer.ts'

async function indexTool(text: string): Promise<IndexReport> {
  const { folder } = await toolFolder({ 'a.yaml': text })
  const indexer = createCustomIndexer({
    folder,
    handlers: { echo: () => 'said' },
    allowHttp: ['http://127.0.0.1:9'],
  })
  return openLoom({ indexers: [indexer] }).loom.indexAll()
}

const http = (more: string): string =>
  yamlTool('a', { implementation: `{ type: http, config: { endpoint: "http://127.0.0.1:9/", ${more} } }` })

describe('a member that nobody reads', () => {
  it.each([
    [
      http('max_retries: 3'),
      '"a.yaml", line 13: spec.implementation.config.max_retries has no effect: nothing is retried unless its hints say that it may be.',
    ],
    [yamlTool('a', { more: 'handler: x' }), '"a.yaml", line 14: spec.handler has no effect.'],
    [yamlTool('a', { metadata: 'author: Ada' }), '"a.yaml", line 6: metadata.author has no effect.'],
    [
      yamlTool('a', { metadata: 'tag: [x]' }),
      '"a.yaml", line 6: metadata.tag has no effect. Is "tags" meant?',
    ],
    [
      yamlTool('a', { more: 'examples:\n    - { input: {}, note: x }' }),
      '"a.yaml", line 15: spec.examples.0.note has no effect.',
    ],
    [
      yamlTool('a', { implementation: '{ type: builtin, handler: echo, config: { colour: red } }' }),
      '"a.yaml", line 13: spec.implementation.config has no effect.',
    ],
  ])('is told with its file and its line, and the tool is there', async (text, warning) => {
    const { counts, errors, warnings } = await indexTool(text)
    expect([counts.custom, errors, warnings]).toEqual([1, [], [warning]])
  })

  it('is told of each, and other members hold', async () => {
    const { warnings, counts } = await indexTool(
      yamlTool('a', { metadata: 'author: Ada\n  licence: MIT', more: 'color: red' }),
    )
    expect([warnings.length, counts.custom]).toEqual([3, 1])
  })
})

describe('a member that promises safety', () => {
  it.each([
    ['dangerous_patterns', yamlTool('a', { more: 'safety: { dangerous_patterns: [x] }' })],
    ['allowed_imports', yamlTool('a', { more: 'safety: { requires_approval: true, allowed_imports: {} }' })],
    ['notes', yamlTool('a', { more: 'safety: { notes: x }' })],
    ['"safety"', yamlTool('a', { more: 'saftey: { requires_approval: true }' })],
    ['"annotations"', yamlTool('a', { more: 'anotations: { destructiveHint: true }' })],
    ['destructive', yamlTool('a', { more: 'annotations: { destructive: true }' })],
    ['requires_approval', yamlTool('a', { metadata: 'requires_approval: true' })],
    ['safety', yamlTool('a', { metadata: 'safety: { requires_approval: true }' })],
    [
      'blocked_paths',
      yamlTool('a', {
        implementation: '{ type: builtin, handler: echo, config: { inner: [{ blocked_paths: [x] }] } }',
      }),
    ],
    [
      'safeMode',
      yamlTool('a', { implementation: '{ type: builtin, handler: echo, config: { safeMode: true } }' }),
    ],
    ['validation', http('validation: [{ type: sql_injection_check }]')],
    ['max_bytes', http('max_bytes: 3')],
    ['burst', http('rate_limit: { burst: 3 }')],
    ['timeout_seconds', yamlTool('a', { more: 'timeout_seconds: 3' })],
    [
      'seccomp_profile',
      yamlTool('a', {
        implementation: '{ type: docker, config: { image: alpine, sandbox: { seccomp_profile: x } } }',
      }),
    ],
  ])('%s is refused, since nothing enforces it', async (name, text) => {
    const { counts, errors } = await indexTool(text)
    expect(counts.custom).toBe(0)
    expect(errors).toMatchObject([{ code: 'CUSTOM_TOOL_INVALID', subject: 'a.yaml' }])
    expect(errors[0]?.message).toContain(name)
  })
})
