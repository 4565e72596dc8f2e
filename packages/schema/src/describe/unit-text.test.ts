import type { JsonObject } from '@toolscout/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeSchema } from './describe-schema.ts'
import { formatSignature, toSignature } from './signature.ts'

function typeOf(schema: JsonObject, name = 'a'): string {
  const inputSchema = { properties: { [name]: schema }, required: [name] }
  return formatSignature({ name: 'tool', inputSchema }).slice(`tool(${name}: `.length, -1)
}

const number = (description: string, more: JsonObject = {}): JsonObject => ({
  type: 'number',
  description,
  ...more,
})
const text = (description: string, more: JsonObject = {}): JsonObject => ({
  type: 'string',
  description,
  ...more,
})

describe('a signature', () => {
  // Descriptions of public servers.
  it.each<[JsonObject, string]>([
    [number('Timeout in milliseconds'), 'number /* ms */'],
    [number('Execution timeout in milliseconds (max 60000)'), 'number /* ms */'],
    [number('End timestamp (Unix seconds)'), 'number /* seconds */'],
    [number('Number of minutes it takes for the system to ramp-up.'), 'number /* minutes */'],
    [number('Maximum file size in bytes. Files larger than this will be chunked.'), 'number /* bytes */'],
    [number('Seconds to wait'), 'number /* seconds */'],
    [number('Memory limit in MB (max 512)'), 'number /* mb */'],
    [number('The desired rate of data packet loss as a percentage'), 'number /* percent */'],
    [number('A valid longitude in decimal degrees'), 'number /* degrees */'],
    [number('The temperature in degrees Celsius'), 'number /* celsius */'],
    [number('Height in pixels (default: 600)', { default: 600 }), 'number /* pixels */ = 600'],
    [number('The depth at which the fault is found (in meters)'), 'number /* meters */'],
    [number('Amount in cents', { type: ['integer', 'null'] }), 'integer | null /* cents */'],
    [
      { description: 'Delay in seconds', anyOf: [{ type: 'number' }, { type: 'null' }] },
      'number | null /* seconds */',
    ],
    [{ type: 'array', items: { type: 'integer' }, description: 'Delays, in ms' }, 'integer[] /* ms */'],
    [number('Offset for pagination (0-based)'), 'number /* 0-based */'],
    [number('Zero-based index of the step'), 'number /* 0-based */'],
    [number('1-based index of the target composition'), 'number /* 1-based */'],
    [number('Page number to retrieve (1-indexed)'), 'number /* 1-based */'],
    [text('Date (YYYY-MM-DD)'), 'string /* YYYY-MM-DD */'],
    [text('End date and time (YYYY-MM-DD HH:MM:SS)'), 'string /* YYYY-MM-DD HH:MM:SS */'],
    [text('Only gists updated after this time (ISO 8601 timestamp)'), 'string /* ISO 8601 */'],
    [text('Only after (ISO 8601 format: YYYY-MM-DDTHH:MM:SSZ or YYYY-MM-DD)'), 'string /* ISO 8601 */'],
    [text('ISO 8601 combined UTC date and time.'), 'string /* ISO 8601, UTC */'],
    [text('When', { format: 'date-time' }), 'string /* RFC 3339 */'],
    [text('When', { format: 'constructor' }), 'string'],
    [text('When', { format: 'date' }), 'string /* YYYY-MM-DD */'],
  ])('says what %j is measured in: %s', (schema, type) => {
    expect(typeOf(schema)).toBe(type)
  })

  it.each<[JsonObject, string, string?]>([
    [number('Limit search to messages from the last 7 days'), 'number'],
    [number('Results per page for pagination (min 1, max 100)'), 'number'],
    [number('Second number to add'), 'number'],
    [text("A date filter in '<operator>:<yyyy-MM-dd>' format"), 'string'],
    [text('How often; accepts ISO 8601 intervals'), 'string'],
    [number('The speed of the robot in meters per second'), 'number'],
    [number('The speed of the car in km/h'), 'number'],
    [number('The area in square meters'), 'number'],
    [number('Distance in km or miles, by the unit'), 'number'],
    [number('Wait in seconds (in minutes for jobs)'), 'number'],
    [number('Timeout in milliseconds'), 'number', 'timeoutMs'],
    [number('The maximum size in bytes.'), 'number', 'max_size_bytes'],
    [text('The duration in seconds'), 'string'],
    [text('The IANA timezone, UTC by default'), 'string'],
    [text('Unit, such as seconds', { enum: ['seconds', 'minutes'] }), '"seconds" | "minutes"'],
    [{ type: 'boolean', description: 'Whether the timeout is in seconds' }, 'boolean'],
    [{ type: 'object', description: 'Times in seconds' }, 'object'],
  ])('says nothing where it is not sure or not needed: %j', (schema, type, name) => {
    expect(typeOf(schema, name)).toBe(type)
  })

  it('says it of members too; a described schema has it in its texts', () => {
    const inputSchema = {
      properties: { range: { properties: { line: number('Line, 0-based') } } },
    }
    expect(formatSignature({ name: 'tool', inputSchema })).toBe(
      'tool(range?: { line?: number /* 0-based */ })',
    )
    expect(describeSchema(inputSchema).properties[0]?.type).toBe('{ line?: number }')
  })

  it('gives up units before anything else, and never makes room for one', () => {
    const words = fc.constantFrom('in seconds', '(0-based)', 'in bytes', 'of it')
    const member = fc.tuple(fc.constantFrom('number', 'string', 'object'), words).map(
      ([type, description]): JsonObject => ({
        type,
        description,
        properties: { b: { type, description } },
      }),
    )
    const members = fc.dictionary(fc.stringMatching(/^[d-k]{1,8}$/), member, {
      maxKeys: 8,
      noNullPrototype: true,
    })
    fc.assert(
      fc.property(members, fc.integer({ min: 1, max: 300 }), (properties, maxLength) => {
        const input = { name: 'tool', inputSchema: { properties } }
        const plain = JSON.parse(JSON.stringify(properties).replaceAll('description', 'title'))
        const without = toSignature({ name: 'tool', inputSchema: { properties: plain } }, { maxLength })
        const found = toSignature(input, { maxLength })
        expect(found.text.replaceAll(/ \/\* (?:seconds|0-based|bytes) \*\//g, '')).toBe(without.text)
        expect(found.isCut).toBe(without.isCut)
      }),
    )
  })
})
