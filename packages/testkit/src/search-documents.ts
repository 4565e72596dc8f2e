import { type Backend, parseTool, SEARCH_FIELDS, type SearchDocument } from '@toolscout/model'
import { type SearchField, toToolSummary } from '@toolscout/model/internal'
import fc from 'fast-check'

/** What a test says of a document; the rest is empty. */
export type DocumentSketch = { readonly [field in SearchField]?: string } & {
  readonly readOnly?: boolean
  readonly backends?: readonly Backend[]
}

/** A search document for tests, with a summary that fits it. The name is also the last part of the id. */
export function sketchDocument(sketch: DocumentSketch & { readonly name: string }): SearchDocument {
  const { readOnly, backends = [{ kind: 'local', handler: sketch.name }], ...texts } = sketch
  const { tool } = parseTool({
    name: sketch.name,
    namespace: sketch.namespace,
    description: sketch.description,
    tags: sketch.tags?.split('\n'),
    inputSchema: { type: 'object' },
    annotations: readOnly === undefined ? undefined : { readOnlyHint: readOnly },
  })
  const fields = Object.fromEntries(SEARCH_FIELDS.map((field) => [field, texts[field] ?? '']))
  return {
    id: tool.id,
    fields: fields as { readonly [field in SearchField]: string },
    summary: toToolSummary(tool, backends),
  }
}

/** Words that meet often, in the shapes names and texts have; rare and empty cases among them. */
const WORDS = 'git Git status create_issue createIssue list files the naïve 天气 v2 x'.split(' ')
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((words) => words.join(' '))
const name = fc.constantFrom('a', 'b', 'c', 'read_file', 'createIssue', 'Get Weather', '天气查询', 'toString')

/** Random documents; few names and words, so that documents collide, share terms and tie. */
export const anyDocument: fc.Arbitrary<SearchDocument> = fc
  .record(
    {
      name,
      namespace: fc.constantFrom('git', 'fs', 'constructor'),
      title: text,
      description: text,
      parameters: text,
      parameterTexts: text,
      values: text,
      output: text,
      tags: fc.constantFrom('web', 'data', 'web\ndata'),
      notes: text,
      readOnly: fc.boolean(),
    },
    { requiredKeys: ['name'] },
  )
  .map((sketch) => sketchDocument(sketch as Parameters<typeof sketchDocument>[0]))

/** Random queries over the same words. */
export const anyQuery: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...WORDS, 'missing', 'issue', 'weather', '气'), { maxLength: 5 })
  .map((words) => words.join(' '))

/** One step of a catalog's life as a searcher sees it. */
export type DocumentStep =
  | { readonly type: 'upsert'; readonly documents: readonly SearchDocument[] }
  | { readonly type: 'remove'; readonly ids: readonly string[] }

/** Random lives of a catalog: batches of documents that come, change and go, unknown ids included. */
export const anyDocumentSteps: fc.Arbitrary<readonly DocumentStep[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.array(anyDocument, { maxLength: 6 }).map((documents) => ({
        type: 'upsert' as const,
        documents: [...new Map(documents.map((document) => [document.id, document])).values()],
      })),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(anyDocument, { maxLength: 4 })
        .map((documents) => ({ type: 'remove' as const, ids: documents.map(({ id }) => id) })),
    },
  ),
  { maxLength: 12 },
)

/** The documents that are there after all steps, by id. */
export function documentsAfter(steps: readonly DocumentStep[]): ReadonlyMap<string, SearchDocument> {
  const documents = new Map<string, SearchDocument>()
  for (const step of steps) {
    if (step.type === 'remove') for (const id of step.ids) documents.delete(id)
    else for (const document of step.documents) documents.set(document.id, document)
  }
  return documents
}
