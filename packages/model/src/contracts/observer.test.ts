import { describe, expect, it } from 'vitest'
import type { ObservedFact, ObservedOperation, ObservedOutcome, Observer } from '../contracts/observer.ts'
import { combineObservers, errorCodeOf, observe, observeFact } from '../contracts/observer.ts'

const SEARCH: ObservedOperation = { kind: 'search', query: 'add' }

function recorder(name: string, heard: unknown[]): Observer {
  return {
    begin: (operation: ObservedOperation) => {
      heard.push(`${name} begins ${operation.kind}`)
      return {
        run: (work) => {
          heard.push(`${name} runs`)
          return work()
        },
        end: (outcome: ObservedOutcome) => heard.push(`${name} ends ${JSON.stringify(outcome)}`),
      }
    },
    note: (fact: ObservedFact) => heard.push(`${name} notes ${fact.kind}`),
    carrier: () => (name === 'b' ? { traceparent: 'from b' } : {}),
  }
}

const broken: Observer = {
  begin: () => ({
    run: () => {
      throw new RangeError('broken run')
    },
    end: () => {
      throw new RangeError('broken end')
    },
  }),
  note: () => {
    throw new RangeError('broken note')
  },
  carrier: () => {
    throw new RangeError('broken carrier')
  },
}

describe('what is observed', () => {
  it('begins, runs and ends with what became of it', async () => {
    const heard: unknown[] = []
    const work = observe(
      recorder('a', heard),
      () => SEARCH,
      async () => 3,
      (found) => ({ found }),
    )
    expect(await work).toBe(3)
    const failing = observe(
      recorder('a', heard),
      () => SEARCH,
      async () => {
        throw Object.assign(new RangeError('no'), { code: 'BAD' })
      },
      () => ({}),
    )
    await expect(failing).rejects.toThrow('no')
    expect(heard).toEqual([
      'a begins search',
      'a runs',
      'a ends {"found":3}',
      'a begins search',
      'a runs',
      'a ends {"error":"BAD"}',
    ])
  })

  it('is done once and as it is, whatever an observer does', async () => {
    let runs = 0
    const work = async (): Promise<number> => {
      runs += 1
      return 7
    }
    const observers: readonly (Observer | undefined)[] = [
      undefined,
      broken,
      {
        ...broken,
        begin: () => {
          throw new RangeError('broken begin')
        },
      },
      { ...broken, begin: () => ({ run: () => undefined as never, end: () => {} }) },
      { ...broken, begin: () => ({ run: (again) => [again(), again()][1] as never, end: () => {} }) },
      combineObservers([broken, recorder('a', [])]),
    ]
    for (const observer of observers) {
      runs = 0
      expect(
        await observe(
          observer,
          () => SEARCH,
          work,
          () => ({}),
        ),
      ).toBe(7)
      expect(runs).toBe(1)
    }
  })

  it('is heard by all of several, one inside the other', async () => {
    const heard: unknown[] = []
    const both = combineObservers([recorder('a', heard), broken, recorder('b', heard)])
    observeFact(both, () => ({ kind: 'serverState', server: 's', state: 'ready' }))
    expect(both.carrier()).toEqual({ traceparent: 'from b' })
    expect(heard).toEqual(['a notes serverState', 'b notes serverState'])
  })
})

it('a failure is called by its code, else by its class', () => {
  expect(errorCodeOf(Object.assign(new RangeError('x'), { code: 'BAD' }))).toBe('BAD')
  expect(errorCodeOf(new RangeError('x'))).toBe('RangeError')
  expect(errorCodeOf('text')).toBe('unknown')
})
