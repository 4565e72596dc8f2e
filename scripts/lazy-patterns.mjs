// Expressions with classes such as \p{L} take V8 a tenth of a millisecond and more each to read, wherever they stand and
// whether they are used or not. So in what is packed one that is a constant of a module is made when it is first used.
import { parseAst } from 'rolldown/parseAst'

/** @param {string} code of a module. */
export function makePatternsLazy(code) {
  const { body } = parseAst(code)
  const patterns = new Map()
  for (const statement of body) {
    const [declared] = statement.type === 'VariableDeclaration' ? statement.declarations : []
    const { pattern = '', flags } = declared?.init?.regex ?? {}
    if (declared?.id.type === 'Identifier' && pattern.includes('\\p{'))
      patterns.set(declared.id.name, { statement, pattern, flags, uses: [] })
  }
  const edits = []
  visit(body, undefined)
  for (const [name, { statement, pattern, flags, uses }] of patterns) {
    if (uses === undefined || statement.declarations.length > 1) continue
    const made = `new RegExp(${JSON.stringify(pattern)}, "${flags}")`
    edits.push([
      statement.start,
      statement.end,
      `let ${name}$made;\nconst ${name} = () => ${name}$made ??= ${made};`,
    ])
    for (const use of uses) edits.push([use.start, use.end, `${name}()`])
  }
  let text = code
  for (const [start, end, instead] of edits.sort(([one], [other]) => other - one))
    text = text.slice(0, start) + instead + text.slice(end)
  return text

  /** Finds where patterns are read. A name that is declared again, exported or written is left alone. */
  function visit(node, parent) {
    if (Array.isArray(node)) for (const child of node) visit(child, parent)
    else if (typeof node?.type === 'string') {
      const known = node.type === 'Identifier' ? patterns.get(node.name) : undefined
      if (known?.uses !== undefined && !isName(node, parent, known)) {
        if (isRead(node, parent)) known.uses.push(node)
        else known.uses = undefined
      }
      for (const key of Object.keys(node)) if (key !== 'type') visit(node[key], node)
    }
  }
}

/** Whether an identifier names a member, or the constant where it is declared. */
function isName(node, parent, { statement }) {
  if (parent === statement.declarations[0]) return parent.id === node
  if (parent.computed || parent.shorthand) return false
  return parent.property === node || parent.key === node
}

function isRead(node, parent) {
  switch (parent.type) {
    case 'MemberExpression':
      return parent.object === node
    case 'CallExpression':
    case 'NewExpression':
      return parent.arguments.includes(node)
    case 'ConditionalExpression':
    case 'LogicalExpression':
    case 'ReturnStatement':
      return true
    default:
      return false
  }
}
