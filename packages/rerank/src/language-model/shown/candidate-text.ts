import type { SearchDocument } from '@toolscout/model'
import { dataText } from './data-text.ts'

/** Most of one description that a reranker is shown, in code points: what a tool is for stands in its beginning. */
const MAX_DESCRIPTION = 400
const MAX_TITLE = 100
const MAX_NAME = 200
const MAX_PARAMETERS = 100

/** What a reranker is shown of tools, by their ids. Holds the texts of documents, not the documents. */
export interface CandidateTexts {
  readonly set: (document: SearchDocument) => void
  readonly delete: (id: string) => void
  /** Server and name with its arguments, and behind a line break what it does; `undefined` for an unknown tool. */
  readonly get: (id: string) => string | undefined
}

interface Texts {
  readonly name: string
  readonly namespace: string
  readonly title: string
  readonly description: string
  readonly parameters: string
}

/** Creates an empty memory of texts. They are cleaned and cut when they are read, which few ever are. */
export function createCandidateTexts(): CandidateTexts {
  const texts = new Map<string, Texts>()
  return {
    set: ({ id, fields, summary: { name, namespace = '' } }) => {
      const { title, description, parameters } = fields
      texts.set(id, { name, namespace, title, description, parameters })
    },
    delete: (id) => {
      texts.delete(id)
    },
    get: (id) => {
      const found = texts.get(id)
      return found === undefined ? undefined : toText(found)
    },
  }
}

function toText({ name, namespace, title, description, parameters }: Texts): string {
  const names = dataText(parameters.replaceAll('\n', ', '), MAX_PARAMETERS)
  // Many names begin with their server's.
  const server = name.toLowerCase().startsWith(namespace.toLowerCase()) ? '' : `${namespace} `
  const signature = `${dataText(`${server}${name}`, MAX_NAME)}(${names})`
  const does = dataText(description, MAX_DESCRIPTION) || dataText(title, MAX_TITLE)
  return does === '' ? signature : `${signature}\n${does}`
}
