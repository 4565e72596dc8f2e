import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { createTestHost, DESK } from '../fixtures/test-host.ts'

const text = 'Does what its name says, in the way that everybody would expect of it, and tells how it went.'
const VERBS = ['create', 'update', 'delete', 'list', 'search', 'archive', 'restore', 'rename', 'copy', 'move']
const NOUNS = [
  'issue',
  'branch',
  'invoice',
  'customer',
  'photo',
  'song',
  'meeting',
  'ticket',
  'recipe',
  'route',
]

function manyTools(count: number): readonly object[] {
  return Array.from({ length: count }, (_, i) => {
    const [verb, noun] = [VERBS[i % 10], NOUNS[Math.floor(i / 10) % 10]]
    const properties = Object.fromEntries(
      ['title', 'body', 'owner', 'labels'].map((name) => [
        name,
        { type: 'string', description: `${text} ${name}` },
      ]),
    )
    return {
      name: `${verb}_${noun}`,
      description: `${verb} ${noun}. ${text}`,
      inputSchema: { type: 'object', properties, required: ['title'] },
    }
  })
}

it('says that deferring pays for a hundred tools, with what the first search showed', async () => {
  const host = await createTestHost()
  await host.write('shop.json', { tools: manyTools(100) })
  const run = await host.run(['tokens', '--catalog', 'shop.json', '--json'])
  const answer = run.json() as {
    readonly task: object
    readonly providers: readonly {
      readonly provider: string
      readonly deferred?: object
      readonly saved: { readonly start: number; readonly task: number }
      readonly advice: { readonly defer: boolean }
    }[]
  }
  expect(answer.task).toEqual({ calls: 10, foundAtOnce: 10, promptTokens: 200, resultTokens: 100 })
  expect(answer.providers.map(({ provider, deferred }) => [provider, deferred !== undefined])).toEqual([
    ['anthropic', true],
    ['openai', true],
    ['gemini', false],
    ['mcp', false],
  ])
  for (const { saved, advice } of answer.providers) {
    expect(saved.start).toBeGreaterThan(0.9)
    expect(advice.defer).toBe(true)
  }
})

it('says that deferring does not pay for three tools', async () => {
  const host = await createTestHost()
  await host.write('few.json', { tools: manyTools(3) })
  const run = await host.run(['tokens', '--catalog', 'few.json', '-p', 'mcp'])
  expect(run.stdout).toMatch(/^mcp: Do not defer: the task is billed \d+ tokens inline and \d+ otherwise/m)
  // What counts is read first, and the figure of the start does not stand alone.
  const [first, start = ''] = run.stdout.split('\n')
  expect(first).toBe('Do not defer these tools: give them all to the model.')
  expect(start).toMatch(
    /^At the start, .* in place of [\d,]+ \(saved: -?[\d.]+ %\)\. .* over the whole task:$/,
  )
  const plain = await host.run(['tokens', '--catalog', 'few.json', '--no-cache', '--json'])
  expect(plain.json()).toMatchObject({ prices: { write: 1, read: 1 } })
})

it('says where the shape of a provider is dearer than the definitions of the servers', async () => {
  const host = await createTestHost()
  const place = { type: 'object', properties: { street: { type: 'string', description: 'Name and number' } } }
  const ref = { $ref: '#/$defs/place' }
  const properties = { from: ref, to: ref, over: ref, home: ref }
  const inputSchema = { type: 'object', properties, $defs: { place } }
  await host.write('refs.json', { tools: [{ name: 'route', description: 'Find a way', inputSchema }] })
  const { stdout } = await host.run(['tokens', '--catalog', 'refs.json'])
  expect(stdout).toMatch(/^gemini: Written in its shape, definitions take \d+ % more tokens than as servers/m)
  expect(stdout).not.toMatch(/^anthropic: Written in its shape/m)
})

it('measures probes, writes a baseline, and fails when a metric is worse than it', async () => {
  const host = await createTestHost()
  await host.write('shop.json', { tools: manyTools(30) })
  const common = ['eval', '--catalog', 'shop.json', '--baseline', 'base.json']
  const first = await host.run(common)
  expect([first.exitCode, first.stderr]).toEqual([
    0,
    expect.stringMatching(/Baseline written to .*base\.json/),
  ])
  const base = JSON.parse(await readFile(`${host.cwd}/base.json`, 'utf8')) as {
    metrics: Record<string, number>
  }
  expect(base).toMatchObject({ format: 1, tools: 30, metrics: { 'recall@5': expect.any(Number) } })
  expect((await host.run(common)).exitCode).toBe(0)
  await host.write('base.json', { ...base, metrics: { 'recall@5': 1.5 } })
  const worse = await host.run([...common, '--json'])
  expect(worse.exitCode).toBe(6)
  expect(worse.json()).toMatchObject({ problems: [expect.stringMatching(/^recall@5 is/)], exitCode: 6 })
  expect(worse.stderr).toMatch(/error: recall@5 is [\d.]+; it was 1\.5000, and 0\.01 is tolerated\./)
  await host.write('base.json', '{}')
  expect((await host.run(common)).exitCode).toBe(3)
})

it('measures questions of your own about your own tools', async () => {
  const host = await createTestHost()
  await host.write('shop.json', { tools: manyTools(30) })
  const lines = [
    '{"query": "make a new issue", "tools": ["shop:create_issue"]}',
    '{"query": "throw the invoice away", "tools": ["shop:delete_invoice", "shop:gone"]}',
    '{"query": "launch the rocket", "tools": []}',
  ]
  await host.write('questions.jsonl', lines.join('\n'))
  const run = await host.run(['eval', '--catalog', 'shop.json', '-j', 'questions.jsonl', '--json'])
  expect(run.json()).toMatchObject({
    questions: 3,
    metrics: { 'recall@5': expect.any(Number), falseReturnRate: expect.any(Number) },
    notices: [expect.stringMatching(/questions\.jsonl:2: there is no tool shop:gone/)],
  })
  await host.write('questions.jsonl', '{"query": 7}')
  const broken = await host.run(['eval', '--catalog', 'shop.json', '-j', 'questions.jsonl'])
  expect([broken.exitCode, broken.stderr]).toEqual([
    3,
    expect.stringMatching(/questions\.jsonl:1: there is no "query"/),
  ])
})

it('finds what is wrong with tools, and fails for the severity that was asked for', async () => {
  const host = await createTestHost()
  const tool = { name: 'run', description: 'Run it', inputSchema: { type: 'object' } }
  await host.write('odd.json', { tools: [tool, { ...tool }, { description: 'nameless' }] })
  const run = await host.run(['lint', '--catalog', 'odd.json', '--fail-on', 'warning'])
  expect([run.exitCode, run.stdout]).toEqual([3, ''])
  await host.write('odd.json', { tools: [tool, ...manyTools(10)] })
  const warned = await host.run(['lint', '--catalog', 'odd.json', '--fail-on', 'warning'])
  expect([warned.exitCode, warned.stdout]).toEqual([6, expect.stringContaining('VAGUE_NAME')])
  expect((await host.run(['lint', '--catalog', 'odd.json'])).exitCode).toBe(0)
  const json = await host.run(['lint', '--catalog', 'odd.json', '--fail-on', 'warning', '--json'])
  expect(json.json()).toMatchObject({
    findings: expect.any(Array),
    problems: expect.arrayContaining([expect.stringMatching(/^VAGUE_NAME: /)]),
    exitCode: 6,
  })
  expect(json.stderr).toContain('error: ')
})

it('says of each part whether it is well, and what to do', async () => {
  const host = await createTestHost()
  const none = await host.run(['doctor'])
  expect([none.exitCode, none.stdout]).toEqual([
    3,
    expect.stringMatching(/No servers\. .*\n.*→ toolscout init/),
  ])
  await host.write('.toolscout.json', {
    mcpServers: {
      desk: DESK,
      off: { ...DESK, disabled: true },
      dead: { command: 'no-such-program-anywhere' },
    },
  })
  const run = await host.run(['doctor', '--json'])
  expect(run.exitCode).toBe(5)
  expect(run.json()).toMatchObject({
    exitCode: 5,
    checks: expect.arrayContaining([
      { about: 'server desk', state: 'ok', message: '6 tools' },
      { about: 'server off', state: 'warning', message: expect.stringContaining('Switched off') },
      expect.objectContaining({
        about: 'server dead',
        state: 'failed',
        advice: expect.any(String),
        exitCode: 5,
      }),
    ]),
  })
  expect((await host.run(['doctor', '--server', 'desk'])).exitCode).toBe(0)
  await host.write('.toolscout.json', '{')
  const broken = await host.run(['doctor'])
  expect([broken.exitCode, broken.stdout]).toEqual([
    3,
    expect.stringMatching(/failed +configuration .*toolscout\.json:1:2/),
  ])
})
