import { join, posix, relative, sep } from 'node:path'
import ts from 'typescript'
import { listEntries } from './package-entries.ts'
import { readSources } from './source-files.ts'
import { readPackages } from './workspace.ts'

/** The non-test sources of all packages as one program, with its checker. */
export interface ProjectProgram {
  readonly checker: ts.TypeChecker
  /** A file by its path from the root; `undefined` when no package has it. */
  readonly sourceFile: (path: string) => ts.SourceFile | undefined
  /** The path from the root of the file a node stands in; `undefined` when it is not ours. */
  readonly pathOf: (node: ts.Node) => string | undefined
  /** The files of the program that are ours, ordered by path. */
  readonly paths: readonly string[]
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  types: [],
}

/** Binding all sources takes a second or two, and three gates ask for the same tree within one run. */
const programs = new Map<string, Promise<ProjectProgram>>()

/**
 * The program of the tree under `root`, made once per root and process: a tree that changes afterwards is not read
 * again.
 */
export function projectProgram(root: string): Promise<ProjectProgram> {
  const known = programs.get(root)
  if (known !== undefined) return known
  const created = createProjectProgram(root)
  programs.set(root, created)
  return created
}

async function createProjectProgram(root: string): Promise<ProjectProgram> {
  const packages = await readPackages(root)
  const sources = await Promise.all(packages.map(({ folder }) => readSources(root, folder)))
  const paths = sources.flat().flatMap(({ path, isTest }) => (isTest ? [] : [path]))
  // Named entry by entry, so that packages find each other's sources in a tree where nothing is installed or built.
  const sourcesByName: ts.MapLike<string[]> = {}
  for (const { specifier, source } of packages.flatMap((owner) => listEntries(owner))) {
    if (source !== undefined) sourcesByName[specifier] = [join(root, source)]
  }
  const program = ts.createProgram({
    rootNames: paths.map((path) => join(root, path)),
    options: { ...OPTIONS, paths: sourcesByName },
  })
  const ours = new Set(paths)
  const base = ts.sys.realpath?.(root) ?? root
  return {
    checker: program.getTypeChecker(),
    sourceFile: (path) => program.getSourceFile(join(root, path)) ?? program.getSourceFile(join(base, path)),
    pathOf: (node) => {
      const { fileName } = node.getSourceFile()
      const candidates = [root, base].map((from) => relative(from, fileName).split(sep).join(posix.sep))
      return candidates.find((path) => ours.has(path))
    },
    paths,
  }
}
