import ts from 'typescript'
import type { ProjectProgram } from '../project-program.ts'
import type { PublicSymbol } from '../public-symbols.ts'

const OPTION_TYPE = /(?:Options|Limits|Timeouts)$/

/** How deep options may be nested before they are counted as one. */
const MAX_DEPTH = 6

/**
 * The members that option types declare themselves: interfaces and type aliases whose names end with `Options`,
 * `Limits` or `Timeouts`. Members of object literals inside are counted in place of the member that holds them; inherited members and
 * those of referenced types are counted where they are declared.
 */
export function countOptionMembers({ checker }: ProjectProgram, symbols: readonly PublicSymbol[]): number {
  const declarations = new Set<ts.Declaration>()
  for (const { symbol } of symbols) {
    if (!OPTION_TYPE.test(symbol.name)) continue
    for (const declaration of symbol.declarations ?? []) declarations.add(declaration)
  }
  let count = 0
  for (const declaration of declarations) {
    if (ts.isInterfaceDeclaration(declaration)) count += countMembers(declaration.members)
    else if (ts.isTypeAliasDeclaration(declaration)) {
      const { type } = declaration
      // `{ [signal in keyof RankingSignals]?: number }` has as many members as it maps.
      if (ts.isMappedTypeNode(type)) count += checker.getTypeAtLocation(type).getProperties().length
      else count += countLiterals(type)
    }
  }
  return count
}

function countMembers(members: ts.NodeArray<ts.TypeElement>): number {
  let count = 0
  for (const member of members) {
    const nested =
      ts.isPropertySignature(member) && member.type !== undefined ? countLiterals(member.type) : 0
    count += nested === 0 ? 1 : nested
  }
  return count
}

/** Members of the object literals a type is made of; functions and arguments of other types are not looked into. */
function countLiterals(type: ts.TypeNode): number {
  if (ts.isTypeLiteralNode(type)) return countMembers(type.members)
  if (ts.isParenthesizedTypeNode(type)) return countLiterals(type.type)
  if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)) {
    return type.types.reduce((sum, each) => sum + countLiterals(each), 0)
  }
  return 0
}

/**
 * The leaves of the options a function takes as its last parameter, each as a path such as `limits.pingMs`. A member is
 * opened when its type, or one of the alternatives of it, is an object of options: an interface or alias of ours whose
 * name ends with `Options`, `Limits`, `Timeouts` or `Policy`, a mapped type over one such as `Omit<…>`, or a literal.
 */
export function listOptionLeaves({ checker, pathOf }: ProjectProgram, symbol: ts.Symbol): readonly string[] {
  const declaration = symbol.declarations?.find(ts.isFunctionDeclaration)
  const parameter = declaration?.parameters.at(-1)
  if (parameter === undefined) return []
  const leaves: string[] = []
  const visit = (type: ts.Type, path: string, depth: number): void => {
    const objects = depth >= MAX_DEPTH ? [] : alternatives(checker, type).filter((each) => isOptions(each))
    const members = new Map(
      objects.flatMap((each) => each.getProperties().map((member) => [member.name, member])),
    )
    if (members.size === 0) {
      leaves.push(path)
      return
    }
    for (const [name, member] of members) {
      const next = path === '' ? name : `${path}.${name}`
      visit(checker.getTypeOfSymbolAtLocation(member, parameter), next, depth + 1)
    }
  }
  const isOptions = (type: ts.Type): boolean => {
    if (type.getCallSignatures().length > 0) return false
    if (checker.getIndexTypeOfType(type, ts.IndexKind.String) !== undefined) return false
    const named = type.aliasSymbol ?? type.getSymbol()
    const home = named?.declarations?.[0]
    if (named === undefined || home === undefined) return false
    if (named.name === '__type' || named.name === '__object') return pathOf(home) !== undefined
    if (/^(?:Omit|Pick|Partial|Readonly)$/.test(named.name)) {
      const [source] = type.aliasTypeArguments ?? []
      return source !== undefined && isOptions(source)
    }
    return pathOf(home) !== undefined && /(?:Options|Limits|Timeouts|Policy)$/.test(named.name)
  }
  visit(checker.getTypeAtLocation(parameter), '', 0)
  return leaves.sort()
}

function alternatives(checker: ts.TypeChecker, type: ts.Type): readonly ts.Type[] {
  const real = checker.getNonNullableType(type)
  return real.isUnion() ? real.types : [real]
}
