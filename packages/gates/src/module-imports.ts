import ts from 'typescript'
import { lineOfNode, walk } from './source-files.ts'

/** One place where a file names another module. */
export interface ModuleImport {
  /** The text between the quotes. */
  readonly specifier: string
  readonly line: number
}

/**
 * Every module a file names, in the order of the text: import and export declarations, type imports, `import()`,
 * `import x = require()`, `require()`, `require.resolve()` and `import.meta.resolve()`. A specifier that is
 * computed cannot be known and is left out.
 */
export function listImports(file: ts.SourceFile): readonly ModuleImport[] {
  const imports: ModuleImport[] = []
  walk(file, (node) => {
    const specifier = specifierOf(node)
    if (specifier !== undefined) imports.push({ specifier: specifier.text, line: lineOfNode(specifier) })
  })
  return imports
}

/** The package a specifier belongs to, such as `@scope/name` or `name`; `undefined` for a path or a `node:` module. */
export function packageOf(specifier: string): string | undefined {
  if (/^[./]/.test(specifier) || /^[a-z]+:/.test(specifier)) return undefined
  const [first = '', second = ''] = specifier.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

function specifierOf(node: ts.Node): ts.StringLiteralLike | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return literal(node.moduleSpecifier)
  if (ts.isImportTypeNode(node))
    return literal(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined)
  if (ts.isExternalModuleReference(node)) return literal(node.expression)
  if (ts.isCallExpression(node) && loadsModule(node.expression)) return literal(node.arguments[0])
  return undefined
}

function loadsModule(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true
  if (ts.isIdentifier(callee)) return callee.text === 'require'
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'resolve') return false
  const owner = callee.expression
  return ts.isMetaProperty(owner) || (ts.isIdentifier(owner) && owner.text === 'require')
}

function literal(node: ts.Node | undefined): ts.StringLiteralLike | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node : undefined
}
