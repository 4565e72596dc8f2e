import ts from 'typescript'
import { lineAt } from './source-files.ts'

/** A comment of a file, with its delimiters. */
export interface SourceComment {
  readonly text: string
  /** Position of its first character. */
  readonly position: number
}

/** Every comment of a file in the order of the text, read from the trivia of its tokens: never out of a string. */
export function listComments(file: ts.SourceFile): readonly SourceComment[] {
  const found = new Map<number, SourceComment>()
  const visit = (node: ts.Node): void => {
    const start = node.getFullStart()
    const ranges = [
      ...(ts.getLeadingCommentRanges(file.text, start) ?? []),
      ...(ts.getTrailingCommentRanges(file.text, start) ?? []),
    ]
    for (const { pos, end } of ranges) found.set(pos, { text: file.text.slice(pos, end), position: pos })
    for (const child of node.getChildren(file)) visit(child)
  }
  visit(file)
  return [...found.values()].sort((a, b) => a.position - b.position)
}

/** The line, from 1, on which `index` of a comment's text stands. */
export function lineInComment(file: ts.SourceFile, comment: SourceComment, index: number): number {
  return lineAt(file, comment.position + index)
}
