import { compileFilter } from '@toolscout/model'
import { unmatchedTerms } from '@toolscout/search'
import { expectSame } from '../row-checks.ts'
import { createSegmentCheck } from './check-segments.ts'
import { facetsWanted } from './facets.ts'
import { findBest } from './find-best.ts'
import { tidySegments } from './merge-segments.ts'
import type { Ranking } from './ranking.ts'
import { scoreTools } from './score-tools.ts'
import { createSegmentBuilder } from './segment-builder.ts'
import { bury, createSegmentReader, writeSegment } from './segments.ts'
import { createToolReader, stepOf, type ToolAnalysis } from './tool-reader.ts'

/**
 * BM25F with the tokens, weights and arithmetic of `createBm25Searcher`, over postings in ordinary tables: tools that
 * were indexed together are a segment, which stays as it is but for those of its tools that died.
 *
 * @throws TypeError for an analyzer without a fingerprint.
 */
export function createBm25fRanking(analysis: ToolAnalysis): Ranking {
  const { analyzer, parameters, groupsOf } = analysis
  if (analyzer.fingerprint === undefined) {
    throw new TypeError(
      'The analyzer has no fingerprint; give one, such as { ...analyzer, fingerprint: "mine-1" }.',
    )
  }
  const unit = stepOf(parameters)
  const readSegments = createSegmentReader()
  return {
    analysis: JSON.stringify(['bm25f', analyzer.fingerprint, parameters, groupsOf !== undefined]),
    begin: () => {
      const builder = createSegmentBuilder(createToolReader(analysis))
      let count = 0
      return {
        add: (number, record) => {
          builder.add(number, record)
          count += 1
        },
        write: (connection, changed, stale) => {
          const segments = bury(connection, readSegments(connection), changed)
          const added = count === 0 ? [] : [writeSegment(connection, builder.finish(stale))]
          tidySegments(connection, [...segments, ...added])
        },
      }
    },
    clear: (connection) => connection.exec('delete from postings; delete from segments;'),
    search: (connection, state, { query, limit, filter, explain = false }) => {
      const passes = compileFilter(filter)
      const words = analyzer.analyze(query)
      const asked = new Set(words.flatMap(({ tokens }) => tokens.map(({ term }) => term)))
      if (asked.size === 0) return { hits: [], unmatchedTerms: [] }
      const segments = readSegments(connection)
      expectSame('The search', segments.reduce((sum, { live }) => sum + live, 0) === state.tools.count)
      const wanted = facetsWanted(filter, groupsOf !== undefined)
      const scored = scoreTools(connection, { segments, parameters, unit, terms: asked, wanted })
      return {
        hits: limit < 1 ? [] : findBest(connection, scored.segments, { limit, filter, passes, explain }),
        unmatchedTerms: unmatchedTerms(words, (term) => scored.held.has(term)),
      }
    },
    check: (inspection, pending) =>
      createSegmentCheck({
        inspection,
        pending,
        segments: readSegments(inspection.connection),
        reader: createToolReader(analysis),
      }),
  }
}
