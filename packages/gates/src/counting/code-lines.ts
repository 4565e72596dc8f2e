import ts from 'typescript'
import { walk } from '../source-files.ts'

/** Lines that hold code: lines on which a token starts, ends or continues. Blank lines and comments are not counted. */
export function countCodeLines(file: ts.SourceFile): number {
  const lines = new Set<number>()
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return
    const children = node.getChildren(file)
    for (const child of children) visit(child)
    if (children.length > 0 || node.kind === ts.SyntaxKind.EndOfFileToken) return
    const start = node.getStart(file)
    if (start === node.end) return
    const last = file.getLineAndCharacterOfPosition(node.end).line
    for (let line = file.getLineAndCharacterOfPosition(start).line; line <= last; line += 1) lines.add(line)
  }
  visit(file)
  return lines.size
}

/** A function or method with its length in lines, from its first token to its closing brace. */
export interface FunctionLength {
  /** Its name, or that of the variable or member it is assigned to. */
  readonly name: string
  readonly lines: number
  /** Line of its first token, from 1. */
  readonly line: number
}

/** Every function with a body: declarations, methods, accessors, constructors, arrow and function expressions. */
export function listFunctions(file: ts.SourceFile): readonly FunctionLength[] {
  const found: FunctionLength[] = []
  walk(file, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return
    const first = file.getLineAndCharacterOfPosition(node.getStart(file)).line
    const last = file.getLineAndCharacterOfPosition(node.end).line
    found.push({ name: nameOf(node, file), lines: last - first + 1, line: first + 1 })
  })
  return found
}

function nameOf(node: ts.SignatureDeclaration, file: ts.SourceFile): string {
  if (ts.isConstructorDeclaration(node)) return 'constructor'
  if (node.name !== undefined) return node.name.getText(file)
  const { parent } = node
  const isNamed = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)
  return isNamed || ts.isPropertyDeclaration(parent) ? parent.name.getText(file) : '(anonymous)'
}
