import type { Verdict } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { callOf } from '../../fixtures/exposure-call.ts'
import { rootsOf, SearchMemory } from './search-memory.ts'

const weak = (missing: readonly string[] = [], level: Verdict['level'] = 'weak') => ({
  unmatchedTerms: [] as readonly string[],
  verdict: { level, confidence: 0.4, nearMisses: [], missing },
})

describe('searches of one conversation', () => {
  const counts = (queries: readonly string[], answer = weak(), conversation: object | undefined = {}) => {
    const memory = new SearchMemory()
    return queries.map((query) => memory.count({ ...callOf(), conversation }, query, answer))
  }

  it('are counted while they are for the same thing', () => {
    expect(counts(['order a pizza', 'ordering pizzas', 'Pizza order now'])).toEqual([1, 2, 3])
    expect(counts(['create an issue', 'list issues', 'close the issue'])).toEqual([1, 1, 1])
  })

  it('are for the same thing when they name what is not there', () => {
    const queries = ['send a Kafka message', 'publish to kafka topic', 'kafka producer']
    expect(counts(queries)).toEqual([1, 1, 1])
    expect(counts(queries, weak(['Kafka']))).toEqual([1, 2, 3])
  })

  it('are for other things when they share no more than for whom they are', () => {
    const unmatched = (...unmatchedTerms: string[]) => ({ ...weak(), unmatchedTerms })
    const anna = ['list files for Anna', 'remember that Anna likes tea', 'pay 4411', 'look 4411 up']
    expect(counts(anna, unmatched('Anna', '4411'))).toEqual([1, 1, 1, 1])
    const flights = ['book a flight', 'find flights', 'what flights are there?']
    expect(counts(flights, unmatched('flight', 'flights'))).toEqual([1, 2, 3])
  })

  it('are not counted when the answer is sure, nor across conversations, nor without one', () => {
    const queries = ['order a pizza', 'order a pizza', 'order a pizza']
    expect(counts(queries, weak([], 'strong'))).toEqual([1, 1, 1])
    const memory = new SearchMemory()
    expect(queries.map((query) => memory.count({ ...callOf(), conversation: {} }, query, weak()))).toEqual([
      1, 1, 1,
    ])
    expect(queries.map((query) => memory.count(callOf(), query, weak()))).toEqual([1, 1, 1])
  })

  it('are forgotten after eight others', () => {
    const others = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta']
    expect(counts(['order pizza', ...others, 'order pizza']).at(-1)).toBe(1)
  })
})

it.each([
  ['Sending the messages', ['send*', 'messag*']],
  ['GitHub orders', ['github*', 'order*']],
  ['天気を', ['天気', '気を']],
])('%s has the roots %j', (text, roots) => {
  expect([...rootsOf(text)]).toEqual(roots)
})
