import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'

/** A TypeScript file of the tree, with its text. */
export interface SourceFile {
  /** Path from the root, with `/` between folders. */
  readonly path: string
  readonly text: string
  /** Whether it is a test or belongs to one: `*.test.ts`, or anything in a `fixtures` folder. */
  readonly isTest: boolean
}

/** Reads all TypeScript files under `<folder>/src`, ordered by path; none when there is no such folder. */
export async function readSources(root: string, folder: string): Promise<readonly SourceFile[]> {
  const top = `${folder}/src`
  if (!existsSync(join(root, top))) return []
  const names = (await readdir(join(root, top), { recursive: true })).map((name) =>
    name.replaceAll('\\', '/'),
  )
  const paths = names
    .filter((name) => /\.[cm]?tsx?$/.test(name))
    .sort()
    .map((name) => `${top}/${name}`)
  return Promise.all(
    paths.map(async (path) => ({
      path,
      text: await readFile(join(root, path), 'utf8'),
      isTest: /\.test\.[cm]?tsx?$/.test(path) || path.includes('/fixtures/'),
    })),
  )
}

/** The syntax tree of a file, with parents set so that comments and declarations can be walked upwards. */
export function parseSource(source: SourceFile): ts.SourceFile {
  return ts.createSourceFile(source.path, source.text, ts.ScriptTarget.Latest, true)
}

/** The line, from 1, of a position in a parsed file. */
export function lineAt(file: ts.SourceFile, position: number): number {
  return file.getLineAndCharacterOfPosition(position).line + 1
}

/** The line, from 1, where a node starts, past its comments. */
export function lineOfNode(node: ts.Node): number {
  const file = node.getSourceFile()
  return lineAt(file, node.getStart(file))
}

/** Visits a node and everything below it, parents first. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}
