import assert from 'node:assert/strict'
import type { JsonObject, ToolSource } from '@toolscout/model'
import { type Checks, type Obligation, toObligations } from './obligation.ts'

/** What the suite may rely on in the source it is given. */
export interface ToolSourceSuiteOptions {
  /** Names of all tools, in any order. */
  readonly tools: readonly string[]
  /** A call that succeeds. */
  readonly working: { readonly tool: string; readonly args: JsonObject }
  /** A call in which the tool itself fails. */
  readonly failing: { readonly tool: string; readonly args: JsonObject }
  /** Has the source say, now or soon, that its listing may differ. Default: whether it does is not checked. */
  readonly change?: ((source: ToolSource) => unknown) | undefined
}

/** What a check is given: a source, and what it may rely on. */
interface Bench extends ToolSourceSuiteOptions {
  readonly source: ToolSource
}

const CHECKS: Checks<Bench> = {
  '`list` gives every tool of the source, all pages of it, or says that the listing is not complete': async ({
    source,
    tools,
  }) => {
    for (let round = 0; round < 2; round += 1) {
      const { definitions, complete } = await source.list()
      const names = definitions.map((definition) => Reflect.get(definition as object, 'name') as string)
      assert.deepEqual([...names].sort(), [...tools].sort())
      assert.equal(complete, true)
    }
  },
  '`call` never throws for the tool’s own failure: that is a result with `isError`': async ({
    source,
    working,
    failing,
  }) => {
    const good = await source.call(working.tool, working.args)
    assert.notEqual(good.isError, true)
    assert.ok(Array.isArray(good.content))
    const bad = await source.call(failing.tool, failing.args)
    assert.equal(bad.isError, true)
  },
  '`onChange` tells that another listing may differ; the listener is called at most once per change': async ({
    source,
    change,
  }) => {
    const heard: string[] = []
    const stop = source.onChange(() => heard.push('stopped'))
    stop()
    stop()
    const told = new Promise<void>((resolve) => {
      source.onChange(() => {
        heard.push('listening')
        resolve()
      })
    })
    if (change !== undefined) {
      await change(source)
      await told
    }
    // A listing later, whatever was on its way has arrived.
    await source.list()
    assert.ok(!heard.includes('stopped'))
    // A source may also change without a change by the test.
    if (change !== undefined) assert.deepEqual(heard, ['listening'])
  },
  'An aborted signal rejects with the signal’s reason': async ({ source, working }) => {
    const reason = new RangeError('given up')
    const signal = AbortSignal.abort(reason)
    await assert.rejects(source.list({ signal }), reason)
    await assert.rejects(source.call(working.tool, working.args, { signal }), reason)
  },
  '`timeoutMs` is a deadline as `checkTimeoutMs` has it; what is none rejects with a RangeError': async ({
    source,
    working,
  }) => {
    for (const timeoutMs of [0, -1, 1.5, Number.NaN]) {
      await assert.rejects(source.call(working.tool, working.args, { timeoutMs }), RangeError)
    }
  },
  '`close` ends everything, may be called twice, and never rejects; calls reject afterwards': async ({
    source,
    working,
  }) => {
    await Promise.all([source.close(), source.close()])
    await source.close()
    await assert.rejects(source.call(working.tool, working.args))
    await assert.rejects(source.list())
  },
  '`closed`, where there is one, resolves with the reason when the source has ended, however it did': async ({
    source,
  }) => {
    const { closed } = source
    if (closed === undefined) return source.close()
    let hasEnded = false
    const ending = closed.then(() => {
      hasEnded = true
    })
    await source.list()
    assert.equal(hasEnded, false)
    await source.close()
    await ending
  },
}

/** The suite for the `ToolSource` contract of the model: one test for each obligation, in its words. */
export function toolSourceObligations(options: ToolSourceSuiteOptions): readonly Obligation<ToolSource>[] {
  return toObligations(CHECKS, async (create, check) => {
    const source = await create()
    try {
      await check({ ...options, source })
    } finally {
      await source.close()
    }
  })
}
