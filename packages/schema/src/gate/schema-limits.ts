/** What a schema may weigh before it is compiled. All bounds are inclusive; `0` allows none. */
export interface SchemaLimits {
  /** UTF-8 bytes of the schema as JSON text without white space. */
  readonly maxBytes: number
  /** Nesting levels of the JSON; `{}` has one. */
  readonly maxDepth: number
  /** JSON values, members and items counted one by one. */
  readonly maxNodes: number
  /** Schemas inside the schema, itself included. */
  readonly maxSubschemas: number
  /** Keywords that are applied, over all subschemas. */
  readonly maxKeywords: number
  /** `$ref`, `$dynamicRef` and `$recursiveRef` together. */
  readonly maxRefs: number
  /** Values of one `enum`. */
  readonly maxEnumValues: number
  /** Names in `required` and `dependentRequired` of one subschema. */
  readonly maxNames: number
  /** Steps to check one place of a value with every reference followed, see `checkCost` in `gate.ts`. */
  readonly maxCost: number
}

/**
 * Far above every real tool, low enough that what passes compiles in about 100 ms. Measured on 5,808 public
 * tools: the largest has 12 KB, 21 levels, 302 values, 90 subschemas, 10 references, an enum of 169 values and
 * a cost of 39.
 *
 * - 256 KiB and 10,000 values are read within milliseconds.
 * - 64 levels: Ajv compiles recursively, and 500 levels overflow its stack.
 * - 500 subschemas: Ajv takes 0.1 to 0.25 ms for each, whatever they are.
 * - 200 references: none costs more to compile than a subschema, so twenty times what is found is generous.
 * - 5,000 enum values: they are looked up in a set, so only their text weighs.
 * - 500 names: Ajv writes code for each name of `dependentRequired`, 0.2 ms each.
 * - Cost 10,000: checking one place takes a few milliseconds at most; a doubling chain of references passes
 *   this after 14 steps.
 */
export const SCHEMA_LIMITS: SchemaLimits = Object.freeze({
  maxBytes: 262_144,
  maxDepth: 64,
  maxNodes: 10_000,
  maxSubschemas: 500,
  maxKeywords: 1_500,
  maxRefs: 200,
  maxEnumValues: 5_000,
  maxNames: 500,
  maxCost: 10_000,
})
