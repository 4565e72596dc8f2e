import ts from 'typescript'
import type { Finding } from './finding.ts'
import { listEntries } from './package-entries.ts'
import type { ProjectProgram } from './project-program.ts'
import type { Package } from './workspace.ts'

/** A name that a package exports. */
export interface PublicSymbol {
  /** The name under which it is exported. */
  readonly name: string
  /** The entry that exports it, such as `@toolscout/wink`. */
  readonly specifier: string
  /** What the name stands for, behind all re-exports. */
  readonly symbol: ts.Symbol
  /** Whether the name exists at run time; a type does not. */
  readonly isRuntime: boolean
}

/** The public names of a package, and the entries that could not be read. */
export interface PublicSurface {
  readonly symbols: readonly PublicSymbol[]
  readonly findings: readonly Finding[]
}

/** Reads what every entry of a package exports, in the order of the entries, then of the names. */
export function readPublicSurface(project: ProjectProgram, owner: Package): PublicSurface {
  const symbols: PublicSymbol[] = []
  const findings: Finding[] = []
  for (const { specifier, source } of listEntries(owner)) {
    const file = source === undefined ? undefined : project.sourceFile(source)
    if (file === undefined) {
      const message = `"${specifier}" names no source that exists (${source ?? 'no source condition'})`
      findings.push({ file: owner.manifestFile, message })
      continue
    }
    // A file that exports nothing has no module symbol.
    const module = project.checker.getSymbolAtLocation(file)
    const exported = module === undefined ? [] : project.checker.getExportsOfModule(module)
    for (const found of [...exported].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const symbol = target(project.checker, found)
      const isRuntime = (symbol.flags & ts.SymbolFlags.Value) !== 0 && !isTypeOnly(found)
      symbols.push({ name: found.name, specifier, symbol, isRuntime })
    }
  }
  return { symbols, findings }
}

function target(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)
}

function isTypeOnly(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some((node) => ts.isTypeOnlyImportOrExportDeclaration(node))
}
