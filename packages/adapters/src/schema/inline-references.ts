import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject, pointerTokens, quote, sha256, valueAt } from '@toolscout/model/internal'
import { mapSubschemas } from './map-subschemas.ts'
import type { ReportLoss } from './schema-loss.ts'
import { without } from './types-of.ts'

/** Most schemas one schema may grow to when its references are followed; the largest of 5,808 public ones has 1,900. */
const MAX_NODES = 5_000
/** Levels of references within one another. */
const MAX_DEPTH = 128
/** Keywords that describe and do not check, so that they may stand beside what a reference stood for. */
const ANNOTATIONS: readonly string[] = [
  'title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly',
] // biome-ignore format: one list

/** What becomes of a schema that contains itself: `keep` refers to it under `$defs`, `cut` says nothing further. */
export type CycleRule = 'keep' | 'cut'

/**
 * A schema in which local references are replaced by what they mean. What leads out of it, to nothing or on for ever is
 * reported.
 */
export function inlineReferences(schema: JsonObject, cycles: CycleRule, report: ReportLoss): JsonObject {
  const work: Work = {
    document: schema,
    anchors: anchorsOf(schema),
    cycles,
    report,
    cyclic: new Set(),
    nodes: 0,
  }
  // Once to learn what contains itself, and once more to write it.
  const silent: Work = { ...work, cycles: 'keep', report: () => {}, isScouting: true }
  expand(silent, schema, '', [''])
  for (const pointer of silent.cyclic) work.cyclic.add(pointer)
  const root = expand(work, schema, '', cycles === 'keep' ? [] : [''])
  const kept = [...work.cyclic].filter((pointer) => pointer !== '').sort()
  const plain = without(isJsonObject(root) ? root : {}, '$defs', 'definitions', '$id', '$anchor')
  if (cycles === 'cut' || kept.length === 0) return plain
  const defs = kept.map((pointer) => {
    const target = valueAt(schema, pointerTokens(pointer)) ?? {}
    return [nameOf(pointer), expand(work, target, `/$defs/${nameOf(pointer)}`, [pointer])]
  })
  return { ...plain, $defs: Object.fromEntries(defs) }
}

interface Work {
  readonly document: JsonObject
  readonly anchors: ReadonlyMap<string, string>
  readonly cycles: CycleRule
  readonly report: ReportLoss
  /** Pointers to schemas that contain themselves. */
  readonly cyclic: Set<string>
  nodes: number
  /** Whether only cycles are looked for. */
  readonly isScouting?: boolean
}

function expand(work: Work, schema: JsonValue, path: string, stack: readonly string[]): JsonValue {
  if (!isJsonObject(schema)) return schema
  work.nodes += 1
  if (work.nodes > MAX_NODES || stack.length > MAX_DEPTH) {
    work.report(path, '$ref', 'the schema grows too large when its references are followed')
    return {}
  }
  const ref = schema.$ref ?? schema.$dynamicRef
  if (typeof ref !== 'string') return mapInner(work, schema, path, stack)
  const siblings = without(schema, '$ref', '$dynamicRef', '$defs', 'definitions')
  const beside = mapInner(work, siblings, path, stack)
  const pointer = pointerOf(work, ref)
  const target = pointer === undefined ? undefined : valueAt(work.document, pointerTokens(pointer))
  if (pointer === undefined || target === undefined) {
    work.report(path, '$ref', `${quote(ref)} leads to nothing inside the schema`)
    return beside
  }
  return join(followed(work, { pointer, target, path, stack }), beside)
}

function followed(
  work: Work,
  {
    pointer,
    target,
    path,
    stack,
  }: {
    readonly pointer: string
    readonly target: JsonValue
    readonly path: string
    readonly stack: readonly string[]
  },
): JsonValue {
  const isInside = stack.includes(pointer)
  if (isInside) work.cyclic.add(pointer)
  if (work.cycles === 'keep' && !work.isScouting && work.cyclic.has(pointer))
    return { $ref: pointer === '' ? '#' : `#/$defs/${nameOf(pointer)}` }
  if (!isInside) return expand(work, target, path, [...stack, pointer])
  work.report(path, '$ref', 'the schema contains itself, which is told one level deep')
  return isJsonObject(target) && target.type !== undefined ? { type: target.type } : {}
}

function mapInner(work: Work, schema: JsonObject, path: string, stack: readonly string[]): JsonObject {
  // Definitions are written where they are used.
  const bare = without(schema, '$defs', 'definitions', '$anchor', '$dynamicAnchor', '$id')
  return mapSubschemas(bare, path, (inner, at) => expand(work, inner, at, stack))
}

/** What a reference stood for together with what stood beside it. */
function join(target: JsonValue, beside: JsonObject): JsonValue {
  const keywords = Object.keys(beside)
  if (keywords.length === 0) return target
  if (!isJsonObject(target)) return target === true ? beside : target
  if (target.$ref !== undefined) {
    const annotations = Object.entries(beside).filter(([keyword]) => ANNOTATIONS.includes(keyword))
    const checks = without(beside, ...ANNOTATIONS)
    const all = Object.keys(checks).length === 0 ? { anyOf: [target] } : { allOf: [target, checks] }
    return { ...Object.fromEntries(annotations), ...all }
  }
  if (keywords.every((keyword) => ANNOTATIONS.includes(keyword) || !(keyword in target)))
    return { ...target, ...beside }
  return { allOf: [target, beside] }
}

function pointerOf({ anchors }: Work, ref: string): string | undefined {
  if (!ref.startsWith('#')) return undefined
  const fragment = decode(ref.slice(1))
  if (fragment === '' || fragment?.startsWith('/')) return fragment
  return fragment === undefined ? undefined : anchors.get(fragment)
}

function decode(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return undefined
  }
}

function anchorsOf(schema: JsonObject): ReadonlyMap<string, string> {
  const anchors = new Map<string, string>()
  const look = (value: JsonValue, path: string): void => {
    if (!isJsonObject(value)) return
    for (const anchor of [value.$anchor, value.$dynamicAnchor])
      if (typeof anchor === 'string' && !anchors.has(anchor)) anchors.set(anchor, path)
    mapSubschemas(value, path, (inner, at) => {
      look(inner, at)
      return inner
    })
  }
  look(schema, '')
  return anchors
}

/** The name of a definition: the last word of where it stood, with a digest where that is no plain word. */
function nameOf(pointer: string): string {
  const name = pointerTokens(pointer).at(-1) ?? ''
  const isPlain = /^\/(?:\$defs|definitions)\/[A-Za-z_]\w{0,40}$/.test(pointer)
  return isPlain ? name : `${name.replace(/\W+/g, '_').slice(0, 24)}_${sha256(pointer).slice(0, 8)}`
}
