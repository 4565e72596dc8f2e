/** What a model provider takes of JSON Schema. */
export interface SchemaSubset {
  /** Whose it is, such as `OpenAI strict mode`. */
  readonly name: string
  /** The keywords it takes; of others the meaning is said in these where it can be. `all`: any. */
  readonly keywords: ReadonlySet<string> | 'all'
  /**
   * Whether references stay, with the definitions something refers to; else each is replaced by what it means, and what
   * contains itself is cut.
   */
  readonly references: boolean
  /** Formats of texts; `all`: any. */
  readonly formats: ReadonlySet<string> | 'all'
  /** What the values of an `enum` may be. */
  readonly enumValues: 'any' | 'scalar' | 'textOrNumber'
  /** `open`: as the schema says. `closed`: no further members. `strict`: besides, every member is required. */
  readonly objects: 'open' | 'closed' | 'strict'
  /** Names that members may have; others are given in another spelling and put back when a call comes. */
  readonly memberName?: RegExp
  /** Members, levels and values of `enum` a whole schema may have. */
  readonly limits?: { readonly members: number; readonly depth: number; readonly enumValues: number }
}

const set = (...names: readonly string[]): ReadonlySet<string> => new Set(names)

const SHAPE = [
  'type',
  'title',
  'description',
  'properties',
  'required',
  'items',
  'additionalProperties',
] as const
const STRICT_FORMATS = set(
  'date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid',
) // biome-ignore format: one list

/** What frameworks take, who hand on what they are given: the whole of JSON Schema, without definitions nothing refers to. */
export const FRAMEWORK_SCHEMA: SchemaSubset = Object.freeze({
  name: 'a framework',
  keywords: 'all',
  references: true,
  formats: 'all',
  enumValues: 'any',
  objects: 'open',
})

/**
 * OpenAI functions without strict mode: anything, as long as the root is an object and no choice.
 *
 * Source: "Function calling", developers.openai.com, read in a copy of 2026-09; the refusal of unions at the root is the
 * API's own message ("schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level").
 */
export const OPENAI_SCHEMA: SchemaSubset = Object.freeze({
  ...FRAMEWORK_SCHEMA,
  name: 'OpenAI',
})

/**
 * OpenAI strict mode. Source: "Structured model outputs", section "Supported schemas", developers.openai.com, read in a
 * copy of 2026-02: types and keywords below, `anyOf` but not at the root, every member required, no further members;
 * 5,000 members, 10 levels, 1,000 values of `enum`.
 */
export const OPENAI_STRICT_SCHEMA: SchemaSubset = Object.freeze({
  name: 'OpenAI strict mode',
  keywords: set(
    ...SHAPE, 'enum', 'const', 'anyOf', '$ref', '$defs', 'pattern', 'format', 'multipleOf',
    'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minItems', 'maxItems',
  ), // biome-ignore format: one list
  references: false,
  formats: STRICT_FORMATS,
  enumValues: 'scalar',
  objects: 'strict',
  limits: { members: 5_000, depth: 10, enumValues: 1_000 },
})

/**
 * Anthropic tools: JSON Schema 2020-12 whose root is an object and no choice, with members named as below.
 *
 * Source: "Define tools", platform.claude.com, and the type `Tool.InputSchema` of @anthropic-ai/sdk 1.12.0 (2026-11); the
 * rule for names is the API's own message ("Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'").
 */
export const ANTHROPIC_SCHEMA: SchemaSubset = Object.freeze({
  ...FRAMEWORK_SCHEMA,
  name: 'Anthropic',
  memberName: /^[A-Za-z0-9_.-]{1,64}$/,
})

/**
 * Anthropic strict tools. Source: "Structured outputs", section "JSON Schema limitations", platform.claude.com, read in a
 * copy of 2026-05: no recursion, no bounds of numbers and texts, no `minItems` above 1, no further members, `enum` of scalars.
 */
export const ANTHROPIC_STRICT_SCHEMA: SchemaSubset = Object.freeze({
  name: 'Anthropic strict tools',
  keywords: set(...SHAPE, 'enum', 'const', 'anyOf', 'allOf', 'default', 'format', 'pattern'),
  references: false,
  formats: set(...STRICT_FORMATS, 'uri'),
  enumValues: 'scalar',
  objects: 'closed',
  memberName: /^[A-Za-z0-9_.-]{1,64}$/,
})

/**
 * Gemini function declarations (`parametersJsonSchema`). Source: the list of `responseJsonSchema` in the Gemini API
 * reference, the same in the types of @google/genai 2.32.0 (2026-10). It takes `$ref` too, though with nothing beside it
 * and cycles only where nothing is required, so references are replaced here.
 */
export const GEMINI_SCHEMA: SchemaSubset = Object.freeze({
  name: 'Gemini',
  keywords: set(
    ...SHAPE, 'enum', 'format', 'prefixItems', 'minItems', 'maxItems', 'minimum', 'maximum', 'anyOf',
    'propertyOrdering',
  ), // biome-ignore format: one list
  references: false,
  formats: 'all',
  enumValues: 'textOrNumber',
  objects: 'open',
})
