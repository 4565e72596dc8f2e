import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type Finding, type Gate, type Inspection, inOrder } from './finding.ts'
import { listImports, type ModuleImport } from './module-imports.ts'
import { listEntries } from './package-entries.ts'
import { findShortestCycles } from './shortest-cycles.ts'
import { parseSource, readSources } from './source-files.ts'
import { readExamples, readPackages } from './workspace.ts'

/**
 * No file reaches itself through its imports. Type imports count: a cycle of types is as hard to read as any other,
 * and one edit away from a cycle at run time.
 */
export const cycles: Gate = {
  name: 'cycles',
  rule: 'no import cycle between source files, type imports included',
  unit: 'files',
  inspect: inspectCycles,
}

async function inspectCycles(root: string): Promise<Inspection> {
  const packages = await readPackages(root)
  const everything = [...packages, ...(await readExamples(root))]
  const entries = new Map(
    packages.flatMap((owner) => listEntries(owner)).map(({ specifier, source }) => [specifier, source]),
  )
  const imports = new Map<string, readonly ModuleImport[]>()
  const findings: Finding[] = []
  for (const { folder } of everything) {
    const sources = await readSources(root, folder)
    // An empty package proves nothing, and tools that could not read TypeScript have passed on exactly this.
    if (sources.length === 0) findings.push({ file: folder, message: 'has no source files to look at' })
    for (const source of sources) imports.set(source.path, listImports(parseSource(source)))
  }

  const graph = new Map<string, string[]>()
  for (const [file, listed] of imports) {
    const targets: string[] = []
    for (const { specifier, line } of listed) {
      const target = resolveImport(file, specifier, entries)
      if (target === undefined) continue
      targets.push(target)
      if (imports.has(target) || existsSync(join(root, target))) continue
      findings.push({ file, line, message: `"${specifier}" leads to ${target}, which does not exist` })
    }
    graph.set(file, targets)
  }
  for (const cycle of findShortestCycles(graph)) findings.push(describeCycle(cycle, imports, entries))
  return { checked: graph.size, findings: inOrder(findings) }
}

/** The file an import leads to, when it is one of ours. */
function resolveImport(
  file: string,
  specifier: string,
  entries: ReadonlyMap<string, string | undefined>,
): string | undefined {
  if (!specifier.startsWith('.')) return entries.get(specifier)
  return posix.join(posix.dirname(file), specifier)
}

function describeCycle(
  cycle: readonly string[],
  imports: ReadonlyMap<string, readonly ModuleImport[]>,
  entries: ReadonlyMap<string, string | undefined>,
): Finding {
  const [file = '', next = file] = cycle
  const arrow = imports.get(file)?.find(({ specifier }) => resolveImport(file, specifier, entries) === next)
  return {
    file,
    ...(arrow === undefined ? {} : { line: arrow.line }),
    message: `imports itself: ${[...cycle, file].join(' -> ')}`,
  }
}
