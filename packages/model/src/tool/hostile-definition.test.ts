import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasHiddenCharacters } from '../internal/text/foreign-text.ts'
import { parseTool } from './parse-tool.ts'
import { toToolSummary } from './tool-entry.ts'
import { definitionHash, toMcpTool, toToolJson } from './tool-json.ts'

const inputSchema = { type: 'object' }
// biome-ignore format: one list
const MEMBERS = [
  'id', 'name', 'namespace', 'version', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations',
  'icons', '_meta', 'otherMembers', 'tags', 'category', 'inputModes', 'outputModes', 'capabilities', 'examples',
]

describe('otherMembers of a hostile definition', () => {
  it('never take the place of a member that is read', () => {
    const json = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__'))
    const otherMembers = fc.dictionary(
      fc.oneof(
        fc.constantFrom(...MEMBERS, 'constructor', 'toString', 'execution'),
        fc.stringMatching(/^[a-z$]{1,8}$/),
      ),
      fc.oneof(fc.constant('evil\u200b'), json),
    )
    fc.assert(
      fc.property(otherMembers, (others) => {
        const given = { name: 'a', description: 'good', inputSchema, tags: ['t'] }
        const plain = parseTool(given).tool
        const { tool } = parseTool({ ...given, otherMembers: others })
        for (const member of MEMBERS) {
          expect(toMcpTool(tool)[member]).toEqual(toMcpTool(plain)[member])
          expect(toToolJson(tool)[member]).toEqual(toToolJson(plain)[member])
          expect(Object.hasOwn(tool.otherMembers ?? {}, member)).toBe(false)
        }
      }),
    )
  })

  it('are told when they are left out', () => {
    const { tool, notices } = parseTool({
      name: 'a',
      inputSchema,
      otherMembers: { description: 'evil\u202e', execution: { taskSupport: 'forbidden' } },
    })
    expect(toMcpTool(tool)).toEqual({ name: 'a', inputSchema, execution: { taskSupport: 'forbidden' } })
    expect(notices).toEqual([
      expect.objectContaining({ code: 'MEMBER_IGNORED', path: 'otherMembers.description' }),
    ])
    expect(definitionHash(tool)).toBe(
      definitionHash(parseTool({ name: 'a', inputSchema, execution: { taskSupport: 'forbidden' } }).tool),
    )
  })

  it('lose against what was read even in a tool that was put together by hand', () => {
    const { tool } = parseTool({ name: 'a', description: 'good', inputSchema, tags: ['t'] })
    const byHand = { ...tool, otherMembers: { name: 'evil', description: 'evil', tags: ['evil'] } }
    expect(toMcpTool(byHand)).toMatchObject({ name: 'a', description: 'good' })
    expect(toToolJson(byHand)).toMatchObject({ name: 'a', description: 'good', tags: ['t'] })
  })

  it('hide nothing, and are not another member that way', () => {
    const { tool, notices } = parseTool({
      name: 'a',
      inputSchema,
      'descrip\u200btion': 'evil',
      execution: { taskSupport: 'for\u200bbidden' },
    })
    expect(toMcpTool(tool)).toEqual({ name: 'a', inputSchema, execution: { taskSupport: 'forbidden' } })
    expect(notices.map(({ code }) => code)).toEqual(['MEMBER_IGNORED', 'HIDDEN_CHARACTERS'])
  })

  it('are refused when one is called __proto__', () => {
    const definition = { name: 'a', inputSchema, ...JSON.parse('{"x":1}') }
    Object.defineProperty(definition, '__proto__', { value: { title: 'evil' }, enumerable: true })
    expect(() => parseTool(definition)).toThrow(/__proto__/)
  })
})

describe('_meta of a hostile definition', () => {
  const hidden = 'se\u200bcret\u202e'

  it('is cleaned and bounded where it is shown', () => {
    const long = hidden.repeat(1_000)
    const many = Array.from({ length: 5_000 }, () => hidden.repeat(15))
    const { tool, notices } = parseTool({
      name: 'a',
      inputSchema,
      _meta: {
        summary: hidden,
        category: long,
        inputModes: many,
        outputModes: [hidden, 3],
        securityRequirements: Array.from({ length: 500 }, (_, i) => ({ [`${hidden}${i}`]: [] })),
        securitySchemes: { [long]: {} },
        own: hidden,
      },
    })
    const { summary, category, inputModes, outputModes, security } = toToolSummary(tool, [])
    expect(summary).toBe('secret')
    expect([...(category as string)].length).toBe(512)
    expect(inputModes?.length).toBe(1_000)
    expect(outputModes).toEqual(['secret'])
    expect(security?.length).toBe(100)
    for (const text of [category, ...(inputModes ?? []), ...(security ?? [])]) {
      expect(hasHiddenCharacters(text as string)).toBe(false)
      expect([...(text as string)].length).toBeLessThanOrEqual(512)
    }
    expect(tool._meta?.own).toBe('secret')
    expect(toMcpTool(tool)._meta).toMatchObject({ summary: 'secret', outputModes: ['secret'] })
    expect(notices.length).toBe(100)
    expect(new Set(notices.map(({ code, path }) => `${code} ${path}`)).size).toBe(notices.length)
    expect(parseTool({ ...tool }).tool).toEqual(tool)
  })

  it('gives nothing that Object.prototype has', () => {
    const { tool } = parseTool({ name: 'a', inputSchema, _meta: {} })
    expect(Object.keys(toToolSummary(tool, []))).toEqual(['id', 'name', 'summary', 'tags', 'backends'])
  })
})

it('tells paths in clean and short words', () => {
  const name = `p\u202e${'x'.repeat(1_000)}`
  const { notices } = parseTool({
    name: 'a',
    inputSchema: { type: 'object', properties: { [name]: { description: 'd\u200b' } } },
  })
  const [notice] = notices
  expect(notice?.message.length).toBeLessThan(400)
  expect(notice?.path.length).toBeLessThan(300)
  expect(hasHiddenCharacters(`${notice?.message}${notice?.path}`)).toBe(false)
})
