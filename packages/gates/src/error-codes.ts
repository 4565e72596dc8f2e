import ts from 'typescript'
import type { Finding } from './finding.ts'
import type { ProjectProgram } from './project-program.ts'
import { lineOfNode, walk } from './source-files.ts'

/** The name of the base class of every error thrown on purpose. */
const BASE = 'ToolscoutError'

/** A code that an error class gives itself. */
export interface ErrorCode {
  readonly code: string
  /** The class that carries it. */
  readonly className: string
  readonly file: string
  readonly line: number
}

/** The codes of all error classes of the tree, and the classes whose code cannot be read. */
export interface ErrorCodes {
  readonly codes: readonly ErrorCode[]
  readonly findings: readonly Finding[]
}

/**
 * Reads the codes from the first argument of `super(...)` in every class below the base. The argument's type
 * decides, so a constant and a parameter of a literal union are understood as well as a literal.
 */
export function listErrorCodes(project: ProjectProgram): ErrorCodes {
  const codes: ErrorCode[] = []
  const findings: Finding[] = []
  for (const path of project.paths) {
    const file = project.sourceFile(path)
    if (file === undefined) continue
    walk(file, (node) => {
      if (!ts.isClassLike(node) || !isBelowBase(project.checker, node)) return
      const given = codesOf(project.checker, node)
      const place = { file: path, line: lineOfNode(node) }
      const className = node.name?.text ?? 'an unnamed class'
      if (given === undefined) findings.push({ ...place, message: unreadable(className) })
      else codes.push(...given.map((code) => ({ ...place, code, className })))
    })
  }
  return { codes, findings }
}

function unreadable(className: string): string {
  return `the code of ${className} is no literal; hand super() a string literal or a parameter of a literal union`
}

/** The codes a class gives to its base; none when it inherits them, `undefined` when they cannot be known. */
function codesOf(checker: ts.TypeChecker, node: ts.ClassLikeDeclaration): readonly string[] | undefined {
  const argument = superCall(node)?.arguments[0]
  const isAbstract =
    ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword) ?? false
  if (argument === undefined) {
    const parent = baseClass(checker, node)
    // Without a constructor of its own a class has its parent's codes, unless the parent is the base itself.
    return parent?.name?.text !== BASE || isAbstract ? [] : undefined
  }
  // A class between base and leaf passes a text on; a class that takes a code from its parent hands over a message.
  if (!takesCode(checker, node)) return []
  const type = checker.getTypeAtLocation(argument)
  const parts = type.isUnion() ? type.types : [type]
  const literals = parts.flatMap((part) => (part.isStringLiteral() ? [part.value] : []))
  if (literals.length === parts.length) return literals
  return isAbstract ? [] : undefined
}

/** Whether the constructor that `super` leads to takes a code first: that of the base, or one that names it so. */
function takesCode(checker: ts.TypeChecker, node: ts.ClassLikeDeclaration): boolean {
  for (let parent = baseClass(checker, node); parent !== undefined; parent = baseClass(checker, parent)) {
    if (parent.name?.text === BASE) return true
    const first = constructorOf(parent)?.parameters[0]
    if (first !== undefined) return ts.isIdentifier(first.name) && first.name.text === 'code'
  }
  return false
}

function isBelowBase(checker: ts.TypeChecker, node: ts.ClassLikeDeclaration): boolean {
  for (let parent = baseClass(checker, node); parent !== undefined; parent = baseClass(checker, parent)) {
    if (parent.name?.text === BASE) return true
  }
  return false
}

function baseClass(
  checker: ts.TypeChecker,
  node: ts.ClassLikeDeclaration,
): ts.ClassLikeDeclaration | undefined {
  const clause = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
  const expression = clause?.types[0]?.expression
  if (expression === undefined) return undefined
  const found = checker.getSymbolAtLocation(expression)
  if (found === undefined) return undefined
  const symbol = (found.flags & ts.SymbolFlags.Alias) === 0 ? found : checker.getAliasedSymbol(found)
  return symbol.declarations?.find(ts.isClassLike)
}

function constructorOf(node: ts.ClassLikeDeclaration): ts.ConstructorDeclaration | undefined {
  return node.members.find(ts.isConstructorDeclaration)
}

function superCall(node: ts.ClassLikeDeclaration): ts.CallExpression | undefined {
  const body = constructorOf(node)?.body
  let call: ts.CallExpression | undefined
  if (body !== undefined) {
    walk(body, (inner) => {
      if (ts.isCallExpression(inner) && inner.expression.kind === ts.SyntaxKind.SuperKeyword) call ??= inner
    })
  }
  return call
}
