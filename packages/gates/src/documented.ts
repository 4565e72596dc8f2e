import ts from 'typescript'
import { type Finding, type Gate, type Inspection, inOrder } from './finding.ts'
import { type ProjectProgram, projectProgram } from './project-program.ts'
import { readPublicSurface } from './public-symbols.ts'
import { lineOfNode } from './source-files.ts'
import { readPackages } from './workspace.ts'

/** Every exported name says what it is, and every option what it does: a name alone tells neither unit nor default. */
export const documented: Gate = {
  name: 'documented',
  rule: 'each exported name has a doc comment, and so has each member of exported *Options and *Limits',
  unit: 'declarations',
  inspect: inspectDocumentation,
}

/** Exported shapes whose members are settings somebody chooses. */
const SETTINGS = /(Options|Limits)$/

async function inspectDocumentation(root: string): Promise<Inspection> {
  const project = await projectProgram(root)
  const findings: Finding[] = []
  const looked = new Set<ts.Symbol>()
  const look = (symbol: ts.Symbol, name: string): void => {
    // One declaration may be exported by two entries; it is reported once.
    if (looked.has(symbol)) return
    const own = (symbol.declarations ?? []).flatMap((node) => {
      const file = project.pathOf(node)
      return file === undefined ? [] : [{ file, line: lineOfNode(node) }]
    })
    const place = own[0]
    // What others declared and we pass on is documented where it comes from.
    if (place === undefined) return
    looked.add(symbol)
    if (symbol.getDocumentationComment(project.checker).length > 0) return
    findings.push({ ...place, message: `${name} is exported without a doc comment` })
  }
  for (const owner of await readPackages(root)) {
    const surface = readPublicSurface(project, owner)
    findings.push(...surface.findings)
    for (const { name, symbol } of surface.symbols) {
      look(symbol, name)
      if (SETTINGS.test(name)) {
        for (const member of membersOf(project, symbol)) look(member, `${name}.${member.name}`)
      }
    }
  }
  return { checked: looked.size, findings: inOrder(findings) }
}

/** The members of an interface or an object type, those it inherits among them; a union has none of its own. */
function membersOf({ checker }: ProjectProgram, symbol: ts.Symbol): readonly ts.Symbol[] {
  if ((symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias)) === 0) return []
  const type = checker.getDeclaredTypeOfSymbol(symbol)
  return type.isUnion() ? [] : checker.getPropertiesOfType(type)
}
