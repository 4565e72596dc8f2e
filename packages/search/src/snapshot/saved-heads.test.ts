import { atOnce } from '@toolscout/model/internal'
import { describe, expect, it } from 'vitest'
import { createSectionWriter, openSections } from './sections.ts'
import { OPENING_LENGTH, readHeads, type ToolHead } from './snapshot-searcher.ts'

const IDENTITY = { options: '', revision: '' }

const head = (name: string, summary: string, readOnlyHint = false): ToolHead => ({
  name,
  summary,
  annotations: { readOnlyHint },
})

describe('saved heads', () => {
  it('are the names, openings and hints that were written', () => {
    const heads = [
      head('create_issue', 'Create an issue.'),
      head('3 d print', '12 parts', true),
      head('', ''),
      head('搜索 🔎', '查找 🔎', true),
      head('long', 'x'.repeat(3 * OPENING_LENGTH)),
    ]
    const out = createSectionWriter()
    readHeads(undefined).saveWith(heads, out, () => {})
    const saved = readHeads(openSections(atOnce(out.finish(IDENTITY)), IDENTITY))
    expect(heads.map((_, docId) => saved.of(docId))).toEqual(
      heads.map((one) => ({ ...one, summary: one.summary.slice(0, OPENING_LENGTH) })),
    )
  })
})
