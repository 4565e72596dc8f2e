import type { JsonValue } from '@toolscout/model'
import type { RenderEntry, RenderFormat } from './render-format.ts'
import { shownJson } from './shown-text.ts'

/**
 * One JSON object: `{"tools":[…]}`, with `"omitted"` and a number behind when tools are missing. An entry has `id`,
 * then `cut` when it is, then what its detail tells, always in this order; inside, members are in RFC 8785's order,
 * so a server that lists the same schema in another order gives the same bytes.
 */
export const jsonFormat: RenderFormat = Object.freeze({
  entry: (entry: RenderEntry) => {
    const members = membersOf(entry).filter(([, value]) => value !== undefined)
    return `{${members.map(([name, value]) => `"${name}":${shownJson(value as JsonValue)}`).join(',')}}`
  },
  assemble: (entries: readonly string[], omitted: number) =>
    `{"tools":[${entries.join(',')}]${omitted === 0 ? '' : `,"omitted":${omitted}`}}`,
})

function membersOf({
  doc,
  detail,
  isCut,
}: RenderEntry): readonly (readonly [name: string, value: unknown])[] {
  const { id, summary, tool, notes, examples, externalRefs, annotations } = doc
  const own: readonly (readonly [string, unknown])[] = [
    ['id', id],
    ['cut', isCut ? true : undefined],
  ]
  if (detail === 'name') return own
  const about = [...own, ['summary', summary === '' ? undefined : summary] as const]
  if (detail === 'summary') return about
  const schema = [
    ['annotations', annotations],
    ['inputSchema', tool?.inputSchema],
    ['outputSchema', tool?.outputSchema],
  ] as const
  if (detail === 'schema') return [...about, ...schema]
  return [...about, ...schema, ['notes', notes], ['examples', examples], ['externalRefs', externalRefs]]
}
