import type { JsonValue } from '@toolscout/model'
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'
import type { MapFormat, MapPath } from './map-format.ts'

/** JSON with comments: members are put and taken without touching a character of anything else. */
export const JSONC_MAP: MapFormat = Object.freeze({ put, putRaw: putText, take, raw, start: '{}\n' })

interface Splice {
  readonly from: number
  readonly to: number
  readonly text: string
}

function splice(text: string, splices: readonly Splice[]): string {
  return splices
    .toSorted((a, b) => b.from - a.from)
    .reduce((whole, { from, to, text: inserted }) => whole.slice(0, from) + inserted + whole.slice(to), text)
}

function nodeAt(text: string, path: MapPath): Node | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true })
  return root && findNodeAtLocation(root, [...path])
}

function raw(text: string, path: MapPath, name: string): string | undefined {
  const node = nodeAt(text, [...path, name])
  return node && text.slice(node.offset, node.offset + node.length)
}

/** Puts a value in the place of the one of this name, or behind the last member; maps on the way are made. */
function put(text: string, path: MapPath, name: string, value: JsonValue): string {
  let at = path
  let member = name
  let whole = value
  while (at.length > 0 && nodeAt(text, at) === undefined) {
    whole = { [member]: whole }
    member = at.at(-1) as string
    at = at.slice(0, -1)
  }
  const indent = indentOfMembers(text, nodeAt(text, at))
  const written =
    indent === undefined ? JSON.stringify(whole) : format(whole, unitOf(text), `${eolOf(text)}${indent}`)
  return putText(text, at, member, written)
}

/** JSON as people write it: a list of texts is a line. */
function format(value: JsonValue, unit: string, newLine: string): string {
  const isList = Array.isArray(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isList && value.every((item) => typeof item !== 'object'))
    return `[${value.map((item) => JSON.stringify(item)).join(', ')}]`
  const inner = newLine + unit
  const parts = Object.entries(value).map(([key, member]) => {
    const text = format(member, unit, inner)
    return inner + (isList ? text : `${JSON.stringify(key)}: ${text}`)
  })
  const [open, close] = isList ? '[]' : '{}'
  return parts.length === 0 ? `${open}${close}` : `${open}${parts.join(',')}${newLine}${close}`
}

function putText(text: string, path: MapPath, name: string, written: string): string {
  const map = nodeAt(text, path)
  if (map?.type !== 'object') return text
  const before = nodeAt(text, [...path, name])
  if (before !== undefined)
    return splice(text, [{ from: before.offset, to: before.offset + before.length, text: written }])
  const indent = indentOfMembers(text, map)
  const last = map.children?.at(-1)
  if (last === undefined) return intoEmpty(text, map, indent, `${JSON.stringify(name)}: ${written}`)
  const end = last.offset + last.length
  const comma = commaAfter(text, end)
  const behind = comma === undefined ? end : comma + 1
  const trailing = comma === undefined ? '' : ','
  if (indent === undefined) {
    const space = /\s/.test(text[map.offset + 1] ?? '') ? ' ' : ''
    const member = `${JSON.stringify(name)}:${space}${written}`
    const begin = comma === undefined ? ',' : ''
    return splice(text, [{ from: behind, to: behind, text: `${begin}${space}${member}${trailing}` }])
  }
  const [comment = ''] =
    /^[ \t]*(?:\/\/[^\r\n]*|\/\*(?:[^*\r\n]|\*(?!\/))*\*\/[ \t]*)?(?=\r?\n)/.exec(text.slice(behind)) ?? []
  const at = behind + comment.length
  const member = `${eolOf(text)}${indent}${JSON.stringify(name)}: ${written}${trailing}`
  const missing = comma === undefined ? [{ from: end, to: end, text: ',' }] : []
  // Of two splices at one place the comma comes first.
  return comment === '' && comma === undefined
    ? splice(text, [{ from: end, to: end, text: `,${member}` }])
    : splice(text, [...missing, { from: at, to: at, text: member }])
}

function intoEmpty(text: string, map: Node, indent: string | undefined, member: string): string {
  const close = map.offset + map.length - 1
  if (indent === undefined) return splice(text, [{ from: close, to: close, text: member }])
  const at = map.offset + text.slice(map.offset, close).trimEnd().length
  const eol = eolOf(text)
  const closing = text.slice(at, close).includes('\n') ? '' : `${eol}${indentAt(text, map.offset)}`
  return splice(text, [{ from: at, to: at, text: `${eol}${indent}${member}${closing}` }])
}

/** Takes a member out, with the line it stood on where nothing else stands there. */
function take(text: string, path: MapPath, name: string): string {
  const map = nodeAt(text, path)
  const members = map?.children ?? []
  const at = members.findIndex(({ children }) => children?.[0]?.value === name)
  const member = members[at]
  if (map === undefined || member === undefined) return text
  const start = member.offset
  const end = start + member.length
  const comma = commaAfter(text, end)
  const before = members[at - 1]
  if (comma === undefined && before !== undefined) {
    const earlier = commaAfter(text, before.offset + before.length) ?? start
    const isAlone = text.slice(earlier + 1, start).trim() === '' && !text.slice(earlier, start).includes('\n')
    if (isAlone) return splice(text, [{ from: earlier, to: end, text: '' }])
    return splice(text, [{ from: earlier, to: earlier + 1, text: '' }, wholeLine(text, start, end)])
  }
  if (comma === undefined) return splice(text, [wholeLine(text, start, end)])
  if (text.slice(end, comma).trim() === '') return splice(text, [wholeLine(text, start, comma + 1)])
  return splice(text, [
    { from: start, to: end, text: '' },
    { from: comma, to: comma + 1, text: '' },
  ])
}

/** The range with its indentation and line end, where it has its lines to itself. */
function wholeLine(text: string, from: number, to: number): Splice {
  const [indent = ''] = /[ \t]*$/.exec(text.slice(0, from)) ?? []
  const isFirst = text[from - indent.length - 1] === '\n'
  const [rest = ''] = /^[ \t]*\r?\n/.exec(text.slice(to)) ?? []
  if (isFirst && rest !== '') return { from: from - indent.length, to: to + rest.length, text: '' }
  const [space = ''] = /^[ \t]+(?=\S)(?!\/[/*])/.exec(text.slice(to)) ?? []
  return { from, to: to + (isFirst ? 0 : space.length), text: '' }
}

/** The comma behind a value, with nothing but space and comments between. */
function commaAfter(text: string, from: number): number | undefined {
  const [before] = /^(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*,/.exec(text.slice(from)) ?? []
  return before === undefined ? undefined : from + before.length - 1
}

/** How members of a map are indented; `undefined` where they share a line with it. */
function indentOfMembers(text: string, map: Node | undefined): string | undefined {
  const first = map?.children?.[0]
  if (map === undefined || first === undefined) {
    const isOneLine = text.trim() !== '{}' && !text.trim().includes('\n')
    return isOneLine ? undefined : `${indentAt(text, map?.offset ?? 0)}${unitOf(text)}`
  }
  if (!text.slice(map.offset, first.offset).includes('\n')) return undefined
  return indentAt(text, first.offset)
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

/** One step of indentation, as the first member of the file has it. */
function unitOf(text: string): string {
  return /^\s*\{[^\S\n]*(?:\/\/[^\n]*)?\n([ \t]+)/.exec(text)?.[1] ?? '  '
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}
