import { countLines, MAX_LINES } from '../file-size.ts'
import { projectProgram } from '../project-program.ts'
import { type PublicSymbol, readPublicSurface } from '../public-symbols.ts'
import { parseSource, readSources } from '../source-files.ts'
import { type Package, readPackages } from '../workspace.ts'
import { countCodeLines, type FunctionLength, listFunctions } from './code-lines.ts'
import { countOptionMembers, listOptionLeaves } from './option-members.ts'

/** Beyond this a function is counted as long. */
const LONG_FUNCTION = 60

/** A long function and its place. */
export interface LongFunction extends FunctionLength {
  /** Path from the root. */
  readonly file: string
}

/** How large a package is. */
export interface PackageCounts {
  readonly name: string
  readonly isPublished: boolean
  /** Source files, without tests and fixtures. */
  readonly files: number
  /** Lines of these files that hold code; see {@link countCodeLines}. */
  readonly lines: number
  /** Distinct names, types and values, that all public entries export together; `./internal` entries are not public. */
  readonly exports: number
  /** Distinct names of `./internal` entries that no public entry exports. */
  readonly internalExports: number
  /** Members of the option types among the public names; see {@link countOptionMembers}. */
  readonly options: number
  /** Functions of more than {@link LONG_FUNCTION} lines, the longest first. */
  readonly longFunctions: readonly LongFunction[]
  /** Files of more than {@link MAX_LINES} lines, blanks and comments included. */
  readonly longFiles: readonly string[]
}

/** Counts every package under `packages/`, in the order of their folders. */
export async function countPackages(root: string): Promise<readonly PackageCounts[]> {
  const project = await projectProgram(root)
  return Promise.all(
    (await readPackages(root)).map(async (owner) => {
      const sources = (await readSources(root, owner.folder)).filter(({ isTest }) => !isTest)
      const functions: LongFunction[] = []
      let lines = 0
      for (const source of sources) {
        const file = parseSource(source)
        lines += countCodeLines(file)
        for (const each of listFunctions(file)) {
          if (each.lines > LONG_FUNCTION) functions.push({ ...each, file: source.path })
        }
      }
      const symbols = readPublicSurface(project, owner).symbols
      const open = symbols.filter((symbol) => !isInternal(symbol))
      const names = new Set(open.map(({ name }) => name))
      const internal = new Set(symbols.filter(({ name }) => !names.has(name)).map(({ name }) => name))
      return {
        name: owner.name,
        isPublished: isPublished(owner),
        files: sources.length,
        lines,
        exports: names.size,
        internalExports: internal.size,
        options: countOptionMembers(project, open),
        longFunctions: functions.sort((a, b) => b.lines - a.lines),
        longFiles: sources.filter(({ text }) => countLines(text) > MAX_LINES).map(({ path }) => path),
      }
    }),
  )
}

/** The leaves of the options of an exported function such as `createGateway`; `undefined` when no package exports it. */
export async function optionLeavesOf(root: string, name: string): Promise<readonly string[] | undefined> {
  const project = await projectProgram(root)
  for (const owner of await readPackages(root)) {
    const found = readPublicSurface(project, owner).symbols.find((symbol) => symbol.name === name)
    if (found !== undefined) return listOptionLeaves(project, found.symbol)
  }
  return undefined
}

function isInternal({ specifier }: PublicSymbol): boolean {
  return specifier.endsWith('/internal')
}

function isPublished({ manifest }: Package): boolean {
  return manifest.private !== true
}
