import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCatalogSearch, type Judgments, readJudgments, STARTER_SET } from '@toolscout/evaluation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runEvaluation } from '../fixtures/run-evaluation.ts'
import { runAttacksCommand } from './command.ts'
import { createFlood } from './flooding.ts'
import { createStuffedTools, STUFFING_KINDS } from './stuffing.ts'

let folder = ''
let starter: Judgments
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolscout-attacks-'))
  starter = await readJudgments(STARTER_SET)
})
afterAll(() => rm(folder, { recursive: true }))

describe('bench:attacks', () => {
  it('attacks the set of the repository when none is given, and writes every figure', async () => {
    const json = join(folder, 'f.json')
    const ended = await runEvaluation(runAttacksCommand, ['--limit', '12', '--json', json])
    expect(ended).toMatchObject({ exitCode: 0 })
    expect(ended.stdout).toMatch(/^starter +5 %, 5 servers, alike /m)
    const { sets, means } = JSON.parse(await readFile(json, 'utf8'))
    expect(sets[0].stuffing.map(({ kind }: { kind: string }) => kind)).toEqual(STUFFING_KINDS)
    expect(means.flooding).toHaveLength(6)
    for (const { byDefault, undefended } of means.flooding) {
      for (const drop of [byDefault.all, byDefault.aimed, undefended.all, undefended.aimed]) {
        expect(drop).toBeGreaterThanOrEqual(-1)
        expect(drop).toBeLessThanOrEqual(1)
      }
    }
  })

  it('tells in one line what is wrong', async () => {
    expect(await runEvaluation(runAttacksCommand, ['--seed', 'x'])).toMatchObject({ exitCode: 2, stdout: '' })
    expect((await runEvaluation(runAttacksCommand, ['--help'])).stdout).toContain('100 stuffed tools')
  })
})

describe('an attack', () => {
  it('is the same for the same seed, and registers', () => {
    for (const kind of STUFFING_KINDS) {
      const tools = createStuffedTools(starter, kind, 1)
      expect(tools).toEqual(createStuffedTools(starter, kind, 1))
      expect(tools).not.toEqual(createStuffedTools(starter, kind, 2))
      expect(new Set(tools.map(({ id }) => id)).size).toBe(100)
      expect(createCatalogSearch(tools).failures).toEqual([])
    }
  })

  it('of a flood has as many tools as it may, by its servers by turns', () => {
    const { tools, aimedAt } = createFlood(starter, { share: 0.5, servers: 5, wording: 'alike' }, 1)
    expect(tools).toHaveLength(Math.round(0.5 * starter.tools.length))
    expect(new Set(tools.map(({ namespace }) => namespace)).size).toBe(5)
    expect(aimedAt.size).toBeGreaterThan(0)
    expect(createFlood(starter, { share: 0.0001, servers: 5, wording: 'varied' }, 1).tools).toHaveLength(1)
  })
})
