import { findNodeAtLocation, getNodeValue, type Node, parseTree } from 'jsonc-parser'
import type { ConfigDocument, ConfigPath, TextPosition } from './config-place.ts'

/** Why a text is no JSON. */
export interface JsoncProblem extends TextPosition {
  /** A few words, such as `a comma is missing`. */
  readonly problem: string
}

/** What is wrong, by the parser's code for it (`ParseErrorCode`). */
const PROBLEMS: Readonly<Record<number, string>> = {
  1: 'this word means nothing',
  2: 'this number cannot be read',
  3: 'a member name in double quotes is missing',
  4: 'a value is missing',
  5: 'a colon is missing',
  6: 'a comma is missing',
  7: 'a closing brace } is missing',
  8: 'a closing bracket ] is missing',
  9: 'the text goes on after its end',
  10: 'this is no comment',
  11: 'a comment is not closed',
  12: 'a text in double quotes is not closed',
  13: 'this number is not complete',
  14: 'this \\u escape is not complete',
  15: 'this escape means nothing',
  16: 'this character may not stand in a text as it is',
}

/**
 * Reads JSON with comments and trailing commas. Strict otherwise: the first mistake is the answer. Objects in the
 * value have no prototype, so a member named `__proto__` is one like any other.
 */
export function parseJsonc(text: string): ConfigDocument | JsoncProblem {
  try {
    return readTree(text)
  } catch (error) {
    // The parser recurses, so a text of ten thousand brackets ends its stack and not this process.
    if (!(error instanceof RangeError)) throw error
    return { problem: 'nested too deeply', line: 1, column: 1 }
  }
}

function readTree(text: string): ConfigDocument | JsoncProblem {
  const errors: { error: number; offset: number; length: number }[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first !== undefined) {
    return { problem: PROBLEMS[first.error] ?? 'something is wrong', ...positionAt(text, first.offset) }
  }
  if (root === undefined) return { problem: 'a value is missing', line: 1, column: 1 }
  return {
    value: getNodeValue(root),
    locate: (path) => positionAt(text, nodeAround(root, path).offset),
    duplicates: findDuplicates(root, []),
  }
}

function nodeAround(root: Node, path: ConfigPath): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length))
    // An object's member is found by its value; readers look for its key.
    if (node !== undefined) return node.parent?.type === 'property' ? node.parent : node
  }
  return root
}

function findDuplicates(node: Node, path: ConfigPath): ConfigPath[] {
  const seen = new Set<string>()
  return (node.children ?? []).flatMap((child, i) => {
    if (node.type === 'array') return findDuplicates(child, [...path, i])
    const [key, value] = child.children ?? []
    const name = String(key?.value)
    const at = [...path, name]
    const repeated = seen.has(name) ? [at] : []
    seen.add(name)
    return value === undefined ? repeated : [...repeated, ...findDuplicates(value, at)]
  })
}

function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset)
  const start = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: offset - start + 1 }
}
