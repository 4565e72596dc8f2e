import { describe, expect, it } from 'vitest'
import { formatMarkdown, type Report } from './markdown.ts'
import type { Row } from './row.ts'

const row: Row = {
  engine: 'fast',
  tools: 10_000,
  buildToolsPerSecond: 120_000,
  p50Us: 12.5,
  p99Us: 80,
  queriesPerSecond: 60_000,
  firstQueryMs: 0.5,
  addUs: 20,
  updateUs: 21,
  removeUs: 1.25,
  queryAfterChangeUs: 14,
  bytesPerTool: 350,
  saveMs: null,
  loadMs: null,
  importMs: 5,
  agreement: 1,
  hitAt10: 0.8,
  queries: 1_000,
  worstChangeMs: 2,
  heapBytesPerTool: 100,
  residentBytesPerTool: 400,
  savedBytesPerTool: null,
  rounds: 3,
  version: '1.0.0',
  installedKb: 12,
  note: '',
}
const slow: Row = {
  ...row,
  engine: 'slow',
  p50Us: 1_250,
  addUs: null,
  updateUs: null,
  removeUs: null,
  note: 'slow',
}
const report: Report = {
  machine: { cpu: 'A CPU', cores: 2, memoryGb: 8, node: 'v20.0.0', os: 'Linux' },
  date: '2026-01-02T03:04:05.000Z',
  seed: 1,
  command: 'npm run bench:search --',
  rows: [row, slow],
  paired: [
    {
      engine: 'fast',
      tools: 10_000,
      queries: 9,
      p50Us: 10,
      p95Us: 1,
      againUs: 1,
      builtPerSecond: 1,
      p99Us: 20,
      fasterThanWink: null,
      fasterThanMinisearch: null,
    },
    {
      engine: 'slow',
      tools: 10_000,
      queries: 9,
      p50Us: 990,
      p95Us: 1,
      againUs: 1,
      builtPerSecond: 1,
      p99Us: 2_000,
      fasterThanWink: null,
      fasterThanMinisearch: null,
    },
  ],
}

describe('the table', () => {
  const lines = formatMarkdown(report).split('\n')

  it('has absolute figures with the ratio to the first engine beside them, and a dash for what cannot be', () => {
    expect(lines).toContain(
      '| fast | 120,000 | 12.5 | 80 | 60,000 | 0.50 | 20 / 21 / 1.25 | 14 | 2 | 350 | 100 / 400 | – | 5 | 12 | 1 | 0.80 |',
    )
    const line = lines.find((candidate) => candidate.startsWith('| slow | 120,000 (1x) | 1,250 (100x) |'))
    expect(line).toContain('| – |')
  })

  it('names machine, date, seed, command and notes', () => {
    expect(lines[0]).toBe('A CPU, 2 cores, 8 GB, Node.js v20.0.0, Linux; 2026-01-02T03:04:05.000Z; seed 1')
    expect(lines).toContain('`npm run bench:search --`')
    expect(lines).toContain('## 10,000 tools')
    expect(lines).toContain('- slow: slow')
  })

  it('has the paired figures of the size below it', () => {
    expect(lines).toContain('| slow | 9 | 990 | 1 | 2,000 | 1 | – | – | 1 |')
  })
})
