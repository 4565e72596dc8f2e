import type { JsonValue } from '@toolscout/model'

/** What a schema says about one value. Frozen, and made of fresh values. */
export interface ValueInfo {
  /** The type in one line of TypeScript's notation, such as `"open" | "closed"`; at most 500 code points. */
  readonly type: string
  /** Whether `type` leaves out something, such as the members of members. */
  readonly isTypeCut: boolean
  /** JSON types the value may have, in the order of the schema; empty when any will do. */
  readonly types: readonly string[]
  readonly title?: string
  readonly description?: string
  readonly format?: string
  readonly default?: JsonValue
  /** The only values allowed. */
  readonly enum?: readonly JsonValue[]
  /** Members, for objects; those of all branches of a union together. */
  readonly properties?: readonly PropertyInfo[]
  /** What the items are, for arrays. */
  readonly items?: ValueInfo
}

/** What a schema says about one member of an object. */
export interface PropertyInfo extends ValueInfo {
  readonly name: string
  /** Whether every value must have it; in a union, whether every branch asks for it. */
  readonly required: boolean
}

/** What a schema says about an object, such as the arguments of a tool. */
export interface SchemaInfo {
  /** The whole, for schemas that are more or other than an object with members. */
  readonly root: ValueInfo
  /** The members of the root, in the order of the schema; empty when it has none. */
  readonly properties: readonly PropertyInfo[]
  /** Names that must be there, in the order of the schema. */
  readonly required: readonly string[]
  /** Names that may be there, in the order of the schema. */
  readonly optional: readonly string[]
  /** JSON types of each member that has any, by name. */
  readonly types: { readonly [name: string]: readonly string[] }
  /** Default of each member that has one, by name. */
  readonly defaults: { readonly [name: string]: JsonValue }
  /** Whether something was left out because a bound was reached. */
  readonly isCut: boolean
}
