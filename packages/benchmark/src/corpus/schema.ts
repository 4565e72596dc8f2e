import type { JsonObject } from '@toolscout/model'
import { joinName, type NameStyle } from './name-style.ts'
import { drawQuantile, type Quantiles } from './quantiles.ts'
import type { Random } from './random.ts'
import type { ToolWords } from './tool-words.ts'

/** Parameters of a tool: 4.2 on average, a tenth have more than 8. */
const PARAMETERS: Quantiles = [
  [0, 0],
  [0.08, 1],
  [0.25, 2],
  [0.5, 3.6],
  [0.75, 6],
  [0.9, 8.9],
  [0.98, 14],
  [1, 30],
]
/** Words of a parameter's description: half have at most 6, a tenth 24 and more, 10.7 on average. */
const PARAMETER_WORDS: Quantiles = [
  [0, 1],
  [0.1, 2],
  [0.25, 4],
  [0.5, 6.5],
  [0.75, 12.5],
  [0.9, 24.5],
  [0.98, 46],
  [1, 110],
]
const CHANCE_OF_SECOND_WORD = 0.35
const CHANCE_OF_ENUM = 0.08
const MOST_ENUM_VALUES = 6
const CHANCE_OF_REQUIRED = 0.4
const TYPES = ['string', 'string', 'string', 'integer', 'boolean', 'array'] as const

/** Draws the input schema of a tool. */
export function drawSchema(words: ToolWords, style: NameStyle, random: Random): JsonObject {
  const properties: Record<string, JsonObject> = {}
  const required: string[] = []
  const count = Math.floor(drawQuantile(PARAMETERS, random))
  // Identifiers of parameters are never kebab-case: they are names of variables.
  const identifier = style === 'kebab' ? 'snake' : style
  for (let drawn = 0; drawn < count; ) {
    const parts = [words.content()]
    if (random.next() < CHANCE_OF_SECOND_WORD) parts.push(words.contentBut(parts))
    const name = joinName(parts, identifier)
    if (Object.hasOwn(properties, name)) continue
    properties[name] = drawParameter(words, random)
    drawn += 1
    if (random.next() < CHANCE_OF_REQUIRED) required.push(name)
  }
  return { type: 'object', properties, required, additionalProperties: false }
}

function drawParameter(words: ToolWords, random: Random): JsonObject {
  const description = words.sentence(Math.floor(drawQuantile(PARAMETER_WORDS, random)))
  if (random.next() < CHANCE_OF_ENUM) {
    const count = 2 + random.below(MOST_ENUM_VALUES - 1)
    const values = Array.from({ length: count }, () => words.content())
    return { type: 'string', description, enum: [...new Set(values)] }
  }
  const type = random.pick(TYPES)
  return type === 'array' ? { type, description, items: { type: 'string' } } : { type, description }
}
