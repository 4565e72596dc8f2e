import type { Backend } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { createToolIndex } from './create-tool-index.ts'
import type { ToolIndex } from './tool-index.ts'

const backend: Backend = { kind: 'local', handler: 'x' }
const register = (index: ToolIndex, name: string): unknown =>
  index.register({ name, inputSchema: { type: 'object' } }, backend)

describe('listeners', () => {
  it('IDX-110: hear of what happened, after it happened', () => {
    const index = createToolIndex()
    const seen: unknown[] = []
    index.onChange(({ version, changes }) => {
      for (const change of changes)
        if ('id' in change) seen.push([change.type, change.id, version, index.size])
    })
    register(index, 'a')
    index.unregister('a')
    expect(seen).toEqual([
      ['registered', 'a', 1, 1],
      ['removed', 'a', 2, 0],
    ])
  })

  it('IDX-111, IDX-112, IDX-113: come and go without disturbing each other', () => {
    const index = createToolIndex()
    const heard: string[] = []
    const same = (): number => heard.push('same')
    const stops = [
      index.onChange(() => heard.push('a')),
      index.onChange(same),
      index.onChange(same),
      index.onChange(() => heard.push('b')),
    ]
    register(index, 'one')
    stops[1]?.()
    stops[1]?.()
    register(index, 'two')
    for (const stop of stops) stop()
    register(index, 'three')
    expect(heard).toEqual(['a', 'same', 'same', 'b', 'a', 'same', 'b'])
  })

  it('W-21: that throw are told apart and keep nobody else from hearing', () => {
    const errors: unknown[] = []
    const index = createToolIndex({ onListenerError: (error, event) => errors.push([error, event.version]) })
    const fault = new RangeError('mine')
    const heard: number[] = []
    index.onChange(() => {
      throw fault
    })
    index.onChange(({ version }) => heard.push(version))
    register(index, 'a')
    expect([errors, heard, index.size]).toEqual([[[fault, 1]], [1], 1])
  })

  it('that change the index are heard of in order', () => {
    const index = createToolIndex()
    const heard: string[] = []
    index.onChange(({ version }) => {
      heard.push(`first ${version}`)
      if (version === 1) register(index, 'b')
    })
    index.onChange(({ version }) => heard.push(`second ${version}`))
    register(index, 'a')
    expect(heard).toEqual(['first 1', 'second 1', 'first 2', 'second 2'])
  })

  it('that are stopped during delivery hear nothing more; that come during delivery hear the next', () => {
    const index = createToolIndex()
    const heard: string[] = []
    let stop = (): void => {}
    index.onChange(({ version }) => {
      stop()
      if (version === 1) index.onChange((event) => heard.push(`late ${event.version}`))
    })
    stop = index.onChange(() => heard.push('stopped'))
    register(index, 'a')
    register(index, 'b')
    expect(heard).toEqual(['late 2'])
  })

  it('of a failing kind are a process warning by default', async () => {
    const index = createToolIndex()
    index.onChange(() => {
      throw new RangeError('mine')
    })
    const warned = new Promise((resolve) => process.once('warning', resolve))
    register(index, 'a')
    expect(await warned).toMatchObject({ message: 'mine' })
  })
})
