import type { CorpusTool } from '../corpus/corpus-tool.ts'
import { type FieldTexts, toFieldTexts } from '../corpus/field-texts.ts'
import { toPlainFields } from '../corpus/plain-words.ts'

/** A tool as plain words, so that engines are compared and not their ways of finding words. */
export interface PlainDocument {
  readonly id: string
  /** Every field in lower case, words parted by single spaces, without function words; may be empty. */
  readonly fields: FieldTexts
}

/** What engines of plain words are given. */
export function toPlainDocument(tool: CorpusTool): PlainDocument {
  return { id: tool.id, fields: toPlainFields(toFieldTexts(tool)) }
}

/** The words of a plain text; all that an engine's own tokenizer has to do. */
export function splitSpaces(text: string): string[] {
  return text === '' ? [] : text.split(' ')
}
