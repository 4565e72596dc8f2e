import assert from 'node:assert/strict'
import type { JsonObject, ToolSource } from '@toolscout/model'
import type { Obligation } from './obligation.ts'

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

/** The suite for the `ToolSource` contract of the model: one test for each obligation, in its words. */
export function toolSourceObligations(options: ToolSourceSuiteOptions): readonly Obligation<ToolSource>[] {
  const { tools, working, failing, change } = options
  const used = async (
    create: () => ToolSource | Promise<ToolSource>,
    use: (source: ToolSource) => Promise<void>,
  ): Promise<void> => {
    const source = await create()
    try {
      await use(source)
    } finally {
      await source.close()
    }
  }
  return [
    {
      name: '`list` gives every tool of the source, all pages of it, or says that the listing is not complete',
      check: (create) =>
        used(create, async (source) => {
          for (let round = 0; round < 2; round += 1) {
            const { definitions, complete } = await source.list()
            const names = definitions.map((definition) => Reflect.get(definition as object, 'name') as string)
            assert.deepEqual([...names].sort(), [...tools].sort())
            assert.equal(complete, true)
          }
        }),
    },
    {
      name: '`call` never throws for the tool’s own failure: that is a result with `isError`',
      check: (create) =>
        used(create, async (source) => {
          const good = await source.call(working.tool, working.args)
          assert.notEqual(good.isError, true)
          assert.ok(Array.isArray(good.content))
          const bad = await source.call(failing.tool, failing.args)
          assert.equal(bad.isError, true)
        }),
    },
    {
      name: '`onChange` tells that another listing may differ; the listener is called at most once per change',
      check: (create) =>
        used(create, async (source) => {
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
        }),
    },
    {
      name: '`close` ends everything, may be called twice, and never rejects; calls reject afterwards',
      check: async (create) => {
        const source = await create()
        await Promise.all([source.close(), source.close()])
        await source.close()
        await assert.rejects(source.call(working.tool, working.args))
        await assert.rejects(source.list())
      },
    },
    {
      name: '`closed`, where there is one, resolves with the reason when the source has ended, however it did',
      check: async (create) => {
        const source = await create()
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
    },
    {
      name: 'An aborted signal rejects with the signal’s reason',
      check: (create) =>
        used(create, async (source) => {
          const reason = new RangeError('given up')
          const signal = AbortSignal.abort(reason)
          await assert.rejects(source.list({ signal }), reason)
          await assert.rejects(source.call(working.tool, working.args, { signal }), reason)
        }),
    },
    {
      name: '`timeoutMs` is a deadline as `checkTimeoutMs` has it; what is none rejects with a RangeError',
      check: (create) =>
        used(create, async (source) => {
          for (const timeoutMs of [0, -1, 1.5, Number.NaN]) {
            await assert.rejects(source.call(working.tool, working.args, { timeoutMs }), RangeError)
          }
        }),
    },
  ]
}
