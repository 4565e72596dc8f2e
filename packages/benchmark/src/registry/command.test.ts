import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseJudgments, readJudgments } from '@toolscout/evaluation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runEvaluation } from '../fixtures/run-evaluation.ts'
import { JUDGMENTS_FOLDER, runRegistryCommand } from './command.ts'
import { convertPackagesList } from './registry-corpus.ts'

/** Invented packages in the form of the registry's list. */
const LIST = {
  '@pond/duck-mcp': {
    category: 'birds',
    validated: true,
    tools: {
      'feed-duck': { name: 'feed-duck', description: '\n Feeds a "duck" – or 鴨.\nAt most\ttwice. ' },
      swim: { name: 'swim_lap', description: null },
    },
  },
  'never-checked': { category: 'other', path: 'other/never-checked.json' },
  'no-tools': { validated: false, tools: {} },
  kettle: { validated: true, tools: { boil: { description: 'Boils\u0001water' } } },
}
const CORPUS = [
  '{"id": "@pond/duck-mcp/feed-duck", "namespace": "@pond/duck-mcp", "name": "feed-duck", "description": "Feeds a \\"duck\\" – or 鴨.\\nAt most\\ttwice.", "inputSchema": {"type": "object"}, "tags": []}',
  '{"id": "@pond/duck-mcp/swim_lap", "namespace": "@pond/duck-mcp", "name": "swim_lap", "description": "", "inputSchema": {"type": "object"}, "tags": []}',
  '{"id": "kettle/boil", "namespace": "kettle", "name": "boil", "description": "Boils\\u0001water", "inputSchema": {"type": "object"}, "tags": []}',
]

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolscout-registry-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('a list of packages', () => {
  it('becomes a line for each tool, in its order and in the bytes of the judged corpus', () => {
    const { text, ids, servers } = convertPackagesList(LIST)
    expect(text).toBe(`${CORPUS.join('\n')}\n`)
    expect([ids.length, servers]).toEqual([3, 2])
  })

  it.each([[null], [[]], ['x'], [{ a: { tools: { b: { name: 3 } } } }]])('is not %j', (list) => {
    expect(() => convertPackagesList(list)).toThrow(RangeError)
  })
})

describe('bench:registry', () => {
  const convert = async (list: unknown) => {
    const from = join(folder, 'packages-list.json')
    await writeFile(from, typeof list === 'string' ? list : JSON.stringify(list))
    return runEvaluation(runRegistryCommand, ['--from', from, '--to', join(folder, 'set')])
  }

  it('writes a set that can be read, and says how it differs from the judged one', async () => {
    const { exitCode, stdout, stderr } = await convert(LIST)
    expect([exitCode, stdout.split('\n').length]).toEqual([2, 2])
    expect(stdout).toMatch(/set: 3 tools of 2 servers, corpus\.jsonl sha256 [0-9a-f]{64}\n$/)
    expect(stderr).toMatch(/not the judged corpus .*: 3 tools of 2 servers instead of 8010 of 814; \d+ judgm/)
    expect(await readFile(join(folder, 'set', 'corpus.jsonl'), 'utf8')).toContain('feed-duck')
    expect((await readJudgments(join(folder, 'set'))).tools).toHaveLength(3)
  })

  it.each([
    [['--to', 'x'], '--from and --to are needed; see --help.\n'],
    [['--from', '/no/such/file', '--to', 'x'], /^--from cannot be read: /],
  ])('refuses %j', async (parameters, line) => {
    const { exitCode, stderr } = await runEvaluation(runRegistryCommand, parameters)
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(line)
  })

  it('refuses a file of another form', async () => {
    expect((await convert('[]')).stderr).toMatch(/is no list of packages/)
    expect((await convert('no JSON')).stderr).toMatch(/is no list of packages/)
  })
})

describe('the requests and judgments of this project', () => {
  it('are 400 judged requests of six kinds, and 59 that nothing answers', async () => {
    const file = async (name: string) => ({
      file: name,
      text: await readFile(join(JUDGMENTS_FOLDER, name), 'utf8'),
    })
    const qrels = await file('qrels.tsv')
    const ids = new Set(
      qrels.text
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t')[1] ?? ''),
    )
    const { queries, notices } = parseJudgments({
      name: 'mcp_registry_dev',
      corpus: {
        file: 'corpus.jsonl',
        text: [...ids].map((id) => JSON.stringify({ id, name: 'x' })).join('\n'),
      },
      queries: await file('queries.jsonl'),
      qrels,
      unanswerable: await file('unanswerable.jsonl'),
    })
    expect(notices).toEqual([])
    const answered = queries.filter(({ relevance }) => relevance.size > 0)
    expect([answered.length, queries.length - answered.length]).toEqual([400, 59])
    expect([...new Set(answered.map(({ kind }) => kind))].sort()).toEqual([
      'abbrev',
      'agent',
      'foreign',
      'multi',
      'near',
      'single',
    ])
  })
})
