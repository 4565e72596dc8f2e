import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runEvaluation, writeSet } from '../fixtures/run-evaluation.ts'
import { runRerankCommand } from './command.ts'
import { createOracle } from './oracle.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolscout-rerank-'))
  await writeSet(join(folder, 'sets', 'one'))
  await writeSet(join(folder, 'sets', 'two'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('bench:rerank', () => {
  it('measures the first ranking, an oracle and oracles that err, and what a request costs', async () => {
    const json = join(folder, 'f.json')
    const parameters = ['--data', join(folder, 'sets'), '--weight', 'one=2', '--json', json]
    const { exitCode, stdout, stderr } = await runEvaluation(runRerankCommand, parameters)
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toMatch(/^mean +\S+ \/ \S+ /m)
    const { sets, costs } = JSON.parse(await readFile(json, 'utf8'))
    expect(sets.slice(0, 6).map(({ searcher }: { searcher: string }) => searcher)).toEqual([
      ...['first ranking', 'oracle', 'errs 10 %', 'errs 20 %', 'errs 40 %', 'errs 10 %, unless strong'],
    ])
    expect(sets[1].metrics['hit@1']).toBe(1)
    expect(costs[0].inputMean).toBeGreaterThan(150)
    expect(costs[0].inputMax).toBeLessThanOrEqual(1_200)
  })

  it('says what it takes', async () => {
    expect((await runEvaluation(runRerankCommand, ['--help'])).stdout).toContain('bench:rerank -- [options]')
    expect(await runEvaluation(runRerankCommand, ['--weight', 'x=1'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--weight: there is no set x but starter.\n'),
    })
  })
})

describe('an oracle', () => {
  const tools = [
    { id: 'a', namespace: 'mail', name: 'send', inputSchema: {} },
    { id: 'b', namespace: 'mail', name: 'send_all', inputSchema: {} },
    { id: 'c', name: 'GET /{id}', inputSchema: {} },
  ]
  const prompt = [
    'Request: "x"',
    '1 "other send() Sends."',
    '2 "mail send_all(to) Sends."',
    '3 "GET /(id)(id) Gets."',
  ]
  const answer = (relevance: Readonly<Record<string, number>>, errors: number, random = 0): string => {
    const oracle = createOracle(tools, () => random)
    oracle.expect({ id: 'q', text: 'x', relevance: new Map(Object.entries(relevance)) }, errors)
    return oracle.answer(prompt.join('\n'))
  }

  it('chooses the lines that name right tools, the best first, and none otherwise', () => {
    expect(answer({ b: 1, c: 2 }, 0)).toBe('3,2')
    expect(answer({ a: 1 }, 0)).toBe('0')
  })

  it('puts a wrong one first where it errs', () => {
    expect(answer({ b: 1 }, 0.5, 0.4)).toBe('1,2')
    expect(answer({ b: 1 }, 0.5, 0.6)).toBe('2')
  })
})
