import { type FunctionDeclaration, GoogleGenAI } from '@google/genai'
import { createDirectExposure, createGateway } from '@toolscout/gateway'
import { expect, it } from 'vitest'
import { startLoopback } from '../fixtures/loopback.ts'
import { fitSchema } from '../schema/fit-schema.ts'
import { createLossList } from '../schema/schema-loss.ts'
import { GEMINI_OPENAPI_SCHEMA } from '../schema/schema-subset.ts'
import { createGeminiTools } from './gemini-tools.ts'
import { toOpenApiSchema } from './openapi-schema.ts'

function write(property: object): { readonly schema: unknown; readonly lost: readonly string[] } {
  const given = { type: 'object', properties: { it: property } } as const
  const { schema, losses } = fitSchema(given as never, GEMINI_OPENAPI_SCHEMA, 't', '')
  const list = createLossList('t', '')
  const { properties } = toOpenApiSchema(schema, list.report) as { properties: { it: unknown } }
  return {
    schema: properties.it,
    lost: [...losses, ...list.losses()].map(
      ({ path, keyword }) => `${path.replace('/properties/it', '')} ${keyword}`,
    ),
  }
}

it.each([
  ['a type', { type: 'integer', minimum: 1 }, { type: 'INTEGER', minimum: 1 }, []],
  ['null beside a type', { type: ['string', 'null'] }, { type: 'STRING', nullable: true }, []],
  [
    'null as a branch',
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    { type: 'STRING', nullable: true },
    [],
  ],
  [
    'several types',
    { type: ['string', 'array', 'null'], minLength: 2, items: { type: 'number' }, description: 'd' },
    {
      description: 'd',
      nullable: true,
      anyOf: [
        { type: 'STRING', minLength: '2' },
        { type: 'ARRAY', items: { type: 'NUMBER' } },
      ],
    },
    [],
  ],
  [
    'texts to choose from',
    { enum: ['a', 'b', null] },
    { type: 'STRING', enum: ['a', 'b'], nullable: true },
    [],
  ],
  ['numbers to choose from', { enum: [1, 2] }, { type: 'NUMBER' }, [' enum']],
  ['one value', { const: 'a' }, { type: 'STRING', enum: ['a'] }, []],
  ['anything', {}, { type: 'STRING' }, [' type']],
  [
    'an object with any members',
    { type: 'object', additionalProperties: { type: 'string' } },
    { type: 'OBJECT' },
    [' additionalProperties'],
  ],
  [
    'a tuple',
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
    { type: 'ARRAY', items: { anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }] } },
    [' prefixItems'],
  ],
  [
    'a member named as a keyword',
    { properties: { type: { type: 'string' } } },
    {
      type: 'OBJECT',
      properties: { type: { type: 'STRING' } },
    },
    [],
  ],
])('writes %s, and tells what is lost', (_, given, schema, lost) => {
  expect(write(given)).toEqual({ schema, lost })
})

it('goes to the API as parameters, which a tool that takes nothing has not', async () => {
  const gateway = createGateway({ discovery: { embedder: false } })
  await gateway.register({
    now: { description: 'Tell the time', inputSchema: { type: 'object' } },
    paint: {
      description: 'Paint',
      inputSchema: {
        type: 'object',
        properties: { color: { type: ['string', 'null'], maxLength: 9 }, more: {} },
        required: ['color'],
      },
      execute: ({ color }: { color: string }) => `All ${color}`,
    },
  })
  const tools = createGeminiTools(createDirectExposure(gateway), { schemas: 'openApi' })
  const loopback = await startLoopback([{ candidates: [] }])
  const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: loopback.url } })
  // Types of the SDK name theirs by an enum of the same words.
  const declared = tools.tools() as { functionDeclarations: FunctionDeclaration[] }[]
  await client.models.generateContent({ model: 'gemini', contents: 'go', config: { tools: declared } })
  expect(loopback.asked[0]?.body.tools).toMatchObject([
    {
      functionDeclarations: expect.arrayContaining([
        { name: 'now', description: 'Tell the time' },
        {
          name: 'paint',
          description: 'Paint',
          parameters: {
            type: 'OBJECT',
            properties: {
              color: { type: 'STRING', nullable: true, maxLength: '9' },
              more: { type: 'STRING' },
            },
            required: ['color'],
          },
        },
      ]),
    },
  ])
  expect(JSON.stringify(loopback.asked[0]?.body)).not.toContain('parametersJsonSchema')
  expect(tools.losses().map(({ tool, path, keyword }) => [tool, path, keyword])).toEqual([
    ['paint', '/inputSchema/properties/more', 'type'],
  ])
  const answer = await tools.call({ name: 'paint', args: { color: 'red' } })
  expect(answer.functionResponse.response).toEqual({ output: 'All red' })
  expect(() => createGeminiTools(createDirectExposure(gateway), { schemas: 'xml' as never })).toThrow(
    RangeError,
  )
})
