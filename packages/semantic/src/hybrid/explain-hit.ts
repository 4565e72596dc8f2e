import type { Explanation, Hit, Searcher, SearcherAnswer } from '@toolscout/model'
import type { FusedHit, Fusion } from './fusion.ts'

/** A fused hit with how its score came about: a part a searcher, each with its own explanation below. */
export function explainHit(
  { id, score, parts }: FusedHit,
  fusion: Fusion,
  retrievers: readonly { readonly searcher: Searcher }[],
  answers: readonly SearcherAnswer[],
): Hit {
  const children = parts.map(({ retriever, label, value }): Explanation => {
    const place = retrievers.findIndex(({ searcher }) => searcher.name === retriever)
    const own = answers[place]?.hits.find((hit) => hit.id === id)?.explanation
    const whole = { label: `${retriever}: ${label}`, value }
    return own === undefined ? whole : { ...whole, children: [own] }
  })
  const label = `${fusion.name}: sum over the searchers`
  return { id, score, explanation: { label, value: score, children } }
}
