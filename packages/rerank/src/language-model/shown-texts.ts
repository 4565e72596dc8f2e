import { estimateTokens, type SearchDocument } from '@toolscout/model'
import { cleanText, takeCodePoints, truncate } from '@toolscout/model/internal'

/** Most of a query that a model is shown, in code points and in tokens; a request of five jobs has a hundred. */
const MAX_QUERY = { codePoints: 1_200, tokens: 300 } as const
/** Most of a task context. */
const MAX_CONTEXT = { codePoints: 400, tokens: 100 } as const

/** What is looked for, and why. */
export interface ShownQuestion {
  readonly query: string
  readonly taskContext?: string | undefined
}

/** The lines that show a question, as quoted data: one, or two with a task. */
export function questionLines({ query, taskContext = '' }: ShownQuestion): readonly string[] {
  const task = shorten(taskContext, MAX_CONTEXT)
  return [`Request: "${shorten(query, MAX_QUERY)}"`, ...(task === '' ? [] : [`Task: "${task}"`])]
}

/** The longest head of a text within both limits, as data. */
function shorten(text: string, { codePoints, tokens }: typeof MAX_QUERY | typeof MAX_CONTEXT): string {
  const line = dataText(text, codePoints)
  return truncate(
    line,
    longestThat(codePoints, (length) => estimateTokens(takeCodePoints(line, length)) < tokens),
  )
}

/** The largest whole number up to `most` that fits, where every number below one that fits does too; 0 if none. */
export function longestThat(most: number, fits: (length: number) => boolean): number {
  if (fits(most)) return most
  let [low, high] = [0, most]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}

/** How much of a text is looked at for each code point that is shown, since white space and hidden signs fall away. */
const READ_AHEAD = 8
/** Signs that close strings and fences and begin roles, tags and JSON in one template or another, and what is shown. */
const SIGNS: { readonly [sign: string]: string } = {
  ...{ '"': "'", '`': "'", '\\': '/', '<': '(', '[': '(', '{': '(', '>': ')', ']': ')', '}': ')' },
}
const TEMPLATE_SIGNS = /["`\\<>[\]{}]/g
/** What is no word but a value, such as an image in base64, costs a token for each two letters and says nothing. */
const LONG_VALUE = /([A-Za-z0-9+/=]{32})[A-Za-z0-9+/=]{16,}/g

/**
 * Foreign text as a model may see it: one line, no hidden characters, cut to `maxCodePoints`, long values cut, and plain signs in place
 * of those that would close a string or open a tag, a fence, a role or a list. Between quotes it cannot end them.
 */
export function dataText(text: string, maxCodePoints: number): string {
  const head = takeCodePoints(text, READ_AHEAD * maxCodePoints)
  const line = cleanText(head)
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(LONG_VALUE, '$1…')
    .replace(TEMPLATE_SIGNS, (sign) => SIGNS[sign] ?? ' ')
  return truncate(head.length < text.length && line.length > 0 ? `${line}…` : line, maxCodePoints)
}

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
