import type { Node } from 'jsonc-parser'
import type { ConfigDocument, ConfigPath, TextPosition } from './config-result.ts'

/** Why a text is no JSON. */
export interface JsoncProblem extends TextPosition {
  /** A few words, such as `comma expected`. */
  readonly problem: string
}

type Parser = typeof import('jsonc-parser')

/**
 * Reads JSON with comments and trailing commas. Strict otherwise: the first mistake is the answer. Objects in the
 * value have no prototype, so a member named `__proto__` is one like any other. The parser is loaded on first use.
 */
export async function parseJsonc(text: string): Promise<ConfigDocument | JsoncProblem> {
  const parser = await import('jsonc-parser')
  try {
    return readTree(text, parser)
  } catch (error) {
    // The parser recurses, so a text of ten thousand brackets ends its stack and not this process.
    if (!(error instanceof RangeError)) throw error
    return { problem: 'nested too deeply', line: 1, column: 1 }
  }
}

function readTree(text: string, parser: Parser): ConfigDocument | JsoncProblem {
  const errors: { error: number; offset: number; length: number }[] = []
  const root = parser.parseTree(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first !== undefined) {
    const problem = parser
      .printParseErrorCode(first.error)
      .replace(/\B(?=[A-Z])/g, ' ')
      .toLowerCase()
    return { problem, ...positionAt(text, first.offset) }
  }
  if (root === undefined) return { problem: 'value expected', line: 1, column: 1 }
  /** The node of a path, or the nearest around it. */
  const nodeAround = (path: ConfigPath): Node => {
    const node = parser.findNodeAtLocation(root, [...path])
    // An object's member is found by its value; readers look for its key.
    if (node !== undefined) return node.parent?.type === 'property' ? node.parent : node
    return path.length === 0 ? root : nodeAround(path.slice(0, -1))
  }
  return {
    value: parser.getNodeValue(root),
    locate: (path) => positionAt(text, nodeAround(path).offset),
    duplicates: findDuplicates(root, []),
  }
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
