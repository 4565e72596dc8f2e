import { cleanText, oneLine, truncate } from '@toolscout/model/internal'

/** Longest summary of a tool doc, in code points: about 50 tokens, one line in a list of tools. */
export const MAX_TOOL_DOC_SUMMARY_LENGTH = 200
/** Longest notes, in code points: about 500 tokens, a screenful. */
export const MAX_NOTES_LENGTH = 2_000
/** Longest title of an example, in code points. */
export const MAX_EXAMPLE_TITLE_LENGTH = 100
/** Longest description of an example, in code points: two or three sentences. */
export const MAX_EXAMPLE_DESCRIPTION_LENGTH = 300
/** Longest result hint of an example, in code points: a line. */
export const MAX_RESULT_HINT_LENGTH = 200
/** Longest external reference, in code points; longer ones are no addresses anybody follows. */
export const MAX_EXTERNAL_REF_LENGTH = 500
/** Most external references of one tool. */
export const MAX_EXTERNAL_REFS = 20

/** What was adjusted while a tool doc was read; it is stored all the same. */
export interface ToolDocNotice {
  /** Where, such as `notes` or `examples[2].description`. */
  readonly path: string
  /** A sentence for people. */
  readonly message: string
}

/** Makes a notice. */
export function toNotice(path: string, message: string): ToolDocNotice {
  return Object.freeze({ path, message })
}

/** Reads texts of a tool doc: hidden characters removed, cut to their limits, each cut reported. */
export interface ToolDocTextReader {
  readonly notices: ToolDocNotice[]
  /** One line: every run of white space is a space. `undefined` when blank. @throws TypeError for no text. */
  readonly line: (path: string, value: unknown, maxCodePoints: number) => string | undefined
  /** As `line`, with line breaks kept. */
  readonly block: (path: string, value: unknown, maxCodePoints: number) => string | undefined
}

/** Creates a reader that has not adjusted anything yet. */
export function createToolDocTextReader(): ToolDocTextReader {
  const notices: ToolDocNotice[] = []
  const read = (path: string, value: unknown, maxCodePoints: number, isLine: boolean): string | undefined => {
    if (value === undefined || value === null) return undefined
    if (typeof value !== 'string') throw new TypeError(`The ${path} of a tool doc must be a text.`)
    // A huge text is not scanned whole; four times the limit leaves room for what cleaning removes.
    const head = cleanText(value.slice(0, 8 * maxCodePoints))
    const text = isLine ? oneLine(head) : head.trim()
    const cut = truncate(text, maxCodePoints)
    if (cut !== text || value.length > 8 * maxCodePoints) {
      notices.push(toNotice(path, `The ${path} was cut to ${maxCodePoints} characters.`))
    }
    return cut === '' ? undefined : cut
  }
  return {
    notices,
    line: (path, value, maxCodePoints) => read(path, value, maxCodePoints, true),
    block: (path, value, maxCodePoints) => read(path, value, maxCodePoints, false),
  }
}
