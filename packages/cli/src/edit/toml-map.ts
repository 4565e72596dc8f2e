import type { JsonValue } from '@toolscout/model'
import { stringify } from 'smol-toml'
import { type AST, parseTOML } from 'toml-eslint-parser'
import type { MapFormat, MapPath } from './map-format.ts'

/** TOML: tables are appended and cut out, and no other line is written. */
export const TOML_MAP: MapFormat = Object.freeze({ put, putRaw: append, take, raw, start: '' })

function put(text: string, path: MapPath, name: string, value: JsonValue): string {
  const nested = [...path, name].reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
  return append(take(text, path, name), path, name, stringify(nested).trimEnd())
}

/** A table may stand anywhere, so it comes last. */
function append(text: string, _path: MapPath, _name: string, written: string): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const open = text === '' || text.endsWith('\n') ? '' : eol
  const gap = text.trim() === '' ? '' : eol
  return `${text}${open}${gap}${written.replace(/\r?\n/g, eol)}${eol}`
}

function take(text: string, path: MapPath, name: string): string {
  return rangesOf(text, path, name).reduceRight((whole, [from, to]) => {
    const before = whole.slice(0, from)
    const after = whole.slice(to)
    // The empty line that separated it goes with it.
    const isGap = /(?:^|\n)\r?\n$/.test(before) && /^(?:\r?\n|$)/.test(after)
    return `${isGap ? before.replace(/\r?\n$/, '') : before}${after}`
  }, text)
}

function raw(text: string, path: MapPath, name: string): string | undefined {
  const ranges = rangesOf(text, path, name)
  return ranges.length === 0
    ? undefined
    : ranges
        .map(([from, to]) => text.slice(from, to))
        .join('')
        .trimEnd()
}

/** Whole lines that say something of a name, in order. */
function rangesOf(text: string, path: MapPath, name: string): readonly (readonly [number, number])[] {
  const wanted = [...path, name]
  const isOf = (keys: readonly (string | number)[]): boolean => wanted.every((key, i) => keys[i] === key)
  const [root] = parseTOML(text).body
  const nodes = root.body.flatMap((node): readonly AST.TOMLNode[] => {
    if (node.type === 'TOMLKeyValue') return isOf(keysOf(node)) ? [node] : []
    if (isOf(node.resolvedKey)) return [node]
    return node.body.filter((member) => isOf([...node.resolvedKey, ...keysOf(member)]))
  })
  return nodes.map(({ range: [from, to] }) => {
    const end = text.indexOf('\n', to)
    return [text.lastIndexOf('\n', from - 1) + 1, end === -1 ? text.length : end + 1]
  })
}

function keysOf({ key }: AST.TOMLKeyValue): readonly string[] {
  return key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value))
}
