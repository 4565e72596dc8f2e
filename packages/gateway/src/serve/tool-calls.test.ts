import { errorResult, type JsonObject } from '@toolscout/model'
import type { ServedTool } from '@toolscout/model/internal'
import { describe, expect, it } from 'vitest'
import { FAILURE_META_KEY, toCallAnswer } from './tool-calls.ts'

const PLAIN: ServedTool = { name: 'plain', inputSchema: { type: 'object' } }
const TYPED: ServedTool = { ...PLAIN, name: 'typed', outputSchema: { type: 'object', required: ['n'] } }
const find = (name: string) => [PLAIN, TYPED].find((tool) => tool.name === name)
const FACTS: JsonObject = { error: 'CALL_TIMEOUT', tool: 'x', outcome: 'unknown' }
const failed = (facts: JsonObject) => ({ ...errorResult('no'), structuredContent: facts })

describe('what is sent of a result', () => {
  it('is all of it', () => {
    const result = { content: [], structuredContent: { n: 1 }, _meta: { k: 1 } }
    expect(toCallAnswer('typed', result, find)).toEqual(result)
  })

  it('has the facts of a failure where a client does not check them against the schema of the tool', () => {
    expect(toCallAnswer('plain', failed(FACTS), find).structuredContent).toEqual(FACTS)
    const typed = toCallAnswer('typed', { ...failed(FACTS), _meta: { k: 1 } }, find)
    expect(typed).not.toHaveProperty('structuredContent')
    expect(typed).toMatchObject({ isError: true, _meta: { k: 1, [FAILURE_META_KEY]: FACTS } })
  })

  it('is what a tool itself says of its failure, unchanged', () => {
    const own = failed({ n: 1, error: 'mine' })
    expect(toCallAnswer('typed', own, find)).toEqual(own)
  })

  it('REG-007 is an error of the protocol where the tool is not served', () => {
    const facts = { ...FACTS, error: 'TOOL_NOT_FOUND', outcome: 'notRun', suggestions: ['plain'] }
    const expected = { details: { rpcCode: -32602, data: facts }, message: 'no' }
    expect(() => toCallAnswer('plane', failed(facts), find)).toThrow(expect.objectContaining(expected))
  })

  it('is a result where a tool that is served does not find another', () => {
    const facts = { ...FACTS, error: 'TOOL_NOT_FOUND' }
    expect(toCallAnswer('plain', failed(facts), find)).toMatchObject({
      isError: true,
      structuredContent: facts,
    })
  })
})
