import ts from 'typescript'
import { type Finding, type Gate, type Inspection, inOrder } from './finding.ts'
import { listEntries } from './package-entries.ts'
import { lineInComment, listComments } from './source-comments.ts'
import { lineOfNode, parseSource, readSources, walk } from './source-files.ts'
import { readExamples, readPackages } from './workspace.ts'

/** Names that say nothing about what is inside, so everything ends up there. */
const DRAWERS: ReadonlySet<string> = new Set('utils util helpers helper common misc types'.split(' '))

/** Words that promise work instead of doing it. */
const PROMISES = /\b(TODO|FIXME|XXX)\b/g

/** Files whose errors extend Error itself, each with the reason. */
const OWN_BASES: ReadonlyMap<string, string> = new Map([
  ['packages/inspect/src/page/client.ts', 'the page in the browser has none of our packages'],
  ['packages/store/src/sqlite/failures.ts', 'what a driver throws, before it is translated'],
])

/** Files that import an SDK of MCP: one a side and era, and one of authorization, which has no era. */
const SDK_FILES: ReadonlySet<string> = new Set([
  'packages/gateway/src/serve/sdk-server.ts',
  'packages/gateway/src/serve/sdk-v2-server.ts',
  'packages/mcp/src/connection/sdk-client.ts',
  'packages/mcp/src/oauth/sdk-oauth.ts',
])

/** Modules of the SDKs. */
const SDK = /^@modelcontextprotocol\/(?:sdk|client|core|server|node)(?:\/|$)/

/** Comments that switch the compiler off. */
const SUPPRESSIONS = /@ts-(ignore|expect-error|nocheck)\b/g

/** What every file keeps to, read from its syntax tree: strings and comments that mention a word break no rule. */
export const sourceRules: Gate = {
  name: 'source-rules',
  rule: 'no any, plain Error, default export, export * in entries, SDK where it is not known, promise, suppression or drawer',
  unit: 'files',
  inspect: inspectSources,
}

/** What the rules need to know of the file they look at. */
interface Sight {
  readonly file: ts.SourceFile
  readonly isTest: boolean
  readonly isEntry: boolean
  /** Whether what it belongs to is published. */
  readonly isPublished: boolean
  /** Whether a host loads the default export of the package's entry, as its manifest says. */
  readonly mayDefault: boolean
  readonly report: (line: number, message: string) => void
}

async function inspectSources(root: string): Promise<Inspection> {
  const findings: Finding[] = []
  let checked = 0
  for (const owner of [...(await readPackages(root)), ...(await readExamples(root))]) {
    const entries = new Set(listEntries(owner).map((entry) => entry.source))
    for (const source of await readSources(root, owner.folder)) {
      checked += 1
      const file = parseSource(source)
      const report = (line: number, message: string): void => {
        findings.push({ file: source.path, line, message })
      }
      const isEntry = entries.has(source.path)
      const mayDefault = isEntry && owner.manifest.toolscout?.defaultExport !== undefined
      const isPublished = owner.manifest.private !== true
      const sight: Sight = { file, isTest: source.isTest, isEntry, isPublished, mayDefault, report }
      checkPath(source.path, sight)
      checkComments(sight)
      walk(file, (node) => checkNode(node, sight))
    }
  }
  return { checked, findings: inOrder(findings) }
}

function checkPath(path: string, { report }: Sight): void {
  const parts = path.split('/').slice(2)
  for (const part of parts.map((name) => name.split('.')[0] ?? '')) {
    if (DRAWERS.has(part)) report(1, `"${part}" is a drawer; name the file after its one idea`)
  }
}

function checkComments({ file, isTest, report }: Sight): void {
  for (const comment of listComments(file)) {
    for (const match of comment.text.matchAll(PROMISES)) {
      report(lineInComment(file, comment, match.index), `${match[0]} in a comment; do it, or drop it`)
    }
    if (isTest) continue
    for (const match of comment.text.matchAll(SUPPRESSIONS)) {
      report(lineInComment(file, comment, match.index), `${match[0]} silences the compiler; mend the type`)
    }
  }
}

function checkNode(node: ts.Node, sight: Sight): void {
  const { file, isTest, isEntry, isPublished, mayDefault, report } = sight
  const line = (): number => lineOfNode(node)
  if (node.kind === ts.SyntaxKind.AnyKeyword) report(line(), 'the type any; write unknown and narrow it')
  if (!isTest && isPlainError(node))
    report(line(), 'a plain Error; throw a ToolscoutError, TypeError or RangeError')
  if (!isTest && extendsError(node) && !OWN_BASES.has(file.fileName))
    report(line(), 'a class that extends Error; extend ToolscoutError')
  if (!isTest && throwsText(node)) report(line(), 'a throw of something other than an error')
  if (!isTest && isPublished && importsSdk(node) && !SDK_FILES.has(file.fileName))
    report(line(), 'an import of an SDK of MCP; one file a side and era knows it')
  if (!mayDefault && isDefaultExport(node)) report(line(), 'a default export; exports have names')
  if (isEntry && ts.isExportDeclaration(node) && node.exportClause === undefined) {
    report(line(), 'export * in a package entry; name what is exported')
  }
}

/** Also for types, and when it is loaded late. */
function importsSdk(node: ts.Node): boolean {
  if (!ts.isStringLiteralLike(node) || !SDK.test(node.text)) return false
  const { parent } = node
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true
  if (ts.isLiteralTypeNode(parent)) return ts.isImportTypeNode(parent.parent)
  return ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword
}

function isPlainError(node: ts.Node): boolean {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false
  return isErrorClass(node.expression)
}

/** `Error`, also as a member of `globalThis`. */
function isErrorClass(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return node.text === 'Error'
  if (!ts.isPropertyAccessExpression(node) || node.name.text !== 'Error') return false
  return ts.isIdentifier(node.expression) && /^(?:globalThis|global|window|self)$/.test(node.expression.text)
}

/** Only the base of all errors extends `Error` itself. */
function extendsError(node: ts.Node): boolean {
  if (!ts.isClassLike(node) || node.name?.text === 'ToolscoutError') return false
  const heritage = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
  return heritage?.types.some(({ expression }) => isErrorClass(expression)) === true
}

function throwsText(node: ts.Node): boolean {
  if (!ts.isThrowStatement(node)) return false
  const { expression } = node
  return (
    ts.isStringLiteralLike(expression) ||
    ts.isTemplateExpression(expression) ||
    ts.isNumericLiteral(expression) ||
    ts.isObjectLiteralExpression(expression)
  )
}

function isDefaultExport(node: ts.Node): boolean {
  return exportsDefault(node) && ts.findAncestor(node, describesForeignModule) === undefined
}

/** What `declare module 'name'` tells about the exports of others is theirs to decide. */
function describesForeignModule(node: ts.Node): boolean {
  return ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name)
}

function exportsDefault(node: ts.Node): boolean {
  if (ts.isExportAssignment(node)) return true
  if (ts.isExportSpecifier(node)) return node.name.text === 'default'
  return ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(isDefaultKeyword)
}

function isDefaultKeyword(modifier: ts.Modifier): boolean {
  return modifier.kind === ts.SyntaxKind.DefaultKeyword
}
