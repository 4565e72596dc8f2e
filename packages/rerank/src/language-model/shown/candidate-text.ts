import type { SearchDocument } from '@toolscout/model'
import { dataText } from './data-text.ts'

/** Most of one description that a reranker is shown, in code points: what a tool is for stands in its beginning. */
const MAX_DESCRIPTION = 400
const MAX_TITLE = 100
const MAX_PARAMETERS = 160

/** What a reranker is shown of tools, by their ids. Holds the texts of documents, not the documents. */
export interface CandidateTexts {
  readonly set: (document: SearchDocument) => void
  readonly delete: (id: string) => void
  /** Name, title, description and arguments; `undefined` for a tool that is not there. */
  readonly get: (id: string) => string | undefined
}

interface Texts {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly parameters: string
}

/** Creates an empty memory of texts. They are cleaned and cut when they are read, which few ever are. */
export function createCandidateTexts(): CandidateTexts {
  const texts = new Map<string, Texts>()
  return {
    set: ({ id, fields, summary: { name, namespace } }) => {
      const { title, description, parameters } = fields
      texts.set(id, {
        name: namespace === undefined ? name : `${namespace} ${name}`,
        title,
        description,
        parameters,
      })
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

function toText({ name, title, description, parameters }: Texts): string {
  const names = dataText(parameters.replaceAll('\n', ', '), MAX_PARAMETERS)
  return [
    dataText(name, 2 * MAX_TITLE),
    dataText(title, MAX_TITLE),
    dataText(description, MAX_DESCRIPTION),
    names === '' ? '' : `Arguments: ${names}`,
  ]
    .filter((part) => part !== '')
    .join('. ')
}
