import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, type Gate, type Inspection, inOrder } from './finding.ts'
import { listRepositoryFiles } from './repository-files.ts'
import { lineInComment, listComments } from './source-comments.ts'
import { parseSource, readSources } from './source-files.ts'
import { readExamples, readPackages } from './workspace.ts'

/** The dialect a reader would have to translate, each with what to write in its place. */
const DIALECT: readonly (readonly [RegExp, string])[] = [
  [/\bwhoever\b/gi, 'name who: the caller, the application, the implementation'],
  [/\bnobody\b/gi, 'say what does not happen, in the active voice'],
  [/\bwhat no \w+(?: \w+){0,6} is (?:none|no)\b/gi, 'say what it is'],
  [/\banew\b/gi, 'write "again"'],
  [/\b(?:is|are|was|were|be|been|being) told\b/gi, 'write "is reported", "is passed" or "receives"'],
  [/\btold of\b/gi, 'write "reported" or "notified"'],
  [/\bstrangers?\b/gi, 'write "unknown", "third party" or "other"'],
  [/\blonely\b/gi, 'write "single"'],
  [/\bdoorbells?\b/gi, 'write "notifier"'],
  [/\bwho asks\b/gi, 'write "the caller"'],
  [/\bso many\b/gi, 'write the number, or "this many"'],
]

/** Pages that speak of the dialect itself, and texts whose words are data. */
const EXEMPT = /^(?:docs\/decisions\/|docs\/glossary\.md$|CHANGELOG)/

/** Comments and pages speak plain English, in the words of the field. */
export const plainWords: Gate = {
  name: 'plain-words',
  rule: 'comments and pages are written in plain words',
  unit: 'files',
  inspect: inspectWords,
}

async function inspectWords(root: string): Promise<Inspection> {
  const findings: Finding[] = []
  let checked = 0
  for (const { folder } of [...(await readPackages(root)), ...(await readExamples(root))]) {
    for (const source of await readSources(root, folder)) {
      // The gate and its test are about these words.
      if (source.isTest || source.path.endsWith('/plain-words.ts')) continue
      checked += 1
      const file = parseSource(source)
      for (const comment of listComments(file)) {
        for (const { index, message } of findDialect(comment.text)) {
          findings.push({ file: source.path, line: lineInComment(file, comment, index), message })
        }
      }
    }
  }
  for (const page of await listRepositoryFiles(root)) {
    if (!page.endsWith('.md') || EXEMPT.test(page)) continue
    checked += 1
    const text = await readFile(join(root, page), 'utf8')
    for (const { index, message } of findDialect(text)) {
      findings.push({ file: page, line: text.slice(0, index).split('\n').length, message })
    }
  }
  return { checked, findings: inOrder(findings) }
}

/** What of a text is dialect, in the order of the text. */
function findDialect(text: string): readonly { readonly index: number; readonly message: string }[] {
  return DIALECT.flatMap(([pattern, advice]) =>
    [...text.matchAll(pattern)].map((match) => ({
      index: match.index,
      message: `"${match[0].replace(/\s+/g, ' ')}"; ${advice}`,
    })),
  ).sort((a, b) => a.index - b.index)
}
