import type { JsonValue } from '@toolscout/model'
import { entryTexts } from './entry-texts.ts'
import {
  callSignature,
  type RenderEntry,
  type RenderFormat,
  shownJson,
  tellsSchema,
} from './render-format.ts'

/**
 * One JSON object: `{"tools":[…]}`, with `"omitted"` and a number behind when tools are missing. An entry has `id`,
 * then `cut` when it is, then what its detail tells, always in this order; inside, members are in RFC 8785's order,
 * so a server that lists the same schema in another order gives the same bytes.
 */
export const jsonFormat: RenderFormat = Object.freeze({
  entry: (entry: RenderEntry) => {
    const isCut = entry.isCut || entryTexts(entry).isCut
    const members = membersOf(entry, isCut).filter(([, value]) => value !== undefined)
    const text = `{${members.map(([name, value]) => `"${name}":${shownJson(value as JsonValue)}`).join(',')}}`
    return { text, isCut }
  },
  hasMoreSchema: () => false,
  assemble: (entries: readonly string[], omitted: number) =>
    `{"tools":[${entries.join(',')}]${omitted === 0 ? '' : `,"omitted":${omitted}`}}`,
})

function membersOf(entry: RenderEntry, isCut: boolean): readonly (readonly [name: string, value: unknown])[] {
  const { doc, detail } = entry
  const { title, summary, description } = entryTexts(entry)
  const { tool } = doc
  const about: readonly (readonly [string, unknown])[] = [
    ['id', doc.id],
    ['cut', isCut ? true : undefined],
    ['title', title],
    ['summary', summary],
    ['description', description],
  ]
  if (detail === 'signature') return [...about, ['signature', callSignature(entry).text]]
  if (!tellsSchema(detail)) return about
  const schema = [
    ['annotations', doc.annotations],
    ['security', doc.security],
    ['inputSchema', tool?.inputSchema],
    ['outputSchema', tool?.outputSchema],
  ] as const
  if (detail === 'schema') return [...about, ...schema]
  return [
    ...about,
    ...schema,
    ['inputModes', doc.inputModes],
    ['outputModes', doc.outputModes],
    ['notes', doc.notes],
    ['examples', doc.examples],
    ['externalRefs', doc.externalRefs],
  ]
}
