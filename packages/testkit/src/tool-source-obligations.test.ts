import type { ToolSource } from '@toolscout/model'
import { checkTimeoutMs } from '@toolscout/model/internal'
import { describe, expect, it } from 'vitest'
import { toolSourceObligations } from './tool-source-obligations.ts'

/** A source as the contract wants it, which `change` makes tell of a change. */
interface Example extends ToolSource {
  readonly change: () => void
}

const createExample = (): Example => {
  const listeners = new Set<() => void>()
  let end = (): void => {}
  let isClosed = false
  const closed = new Promise<string>((resolve) => {
    end = () => resolve('closed')
  })
  const requireOpen = (signal: AbortSignal | undefined): void => {
    signal?.throwIfAborted()
    if (isClosed) throw new TypeError('closed')
  }
  return {
    name: 'example',
    closed,
    list: async ({ signal } = {}) => {
      requireOpen(signal)
      return { definitions: [{ name: 'works' }, { name: 'fails' }], complete: true }
    },
    call: async (tool, _args, { signal, timeoutMs } = {}) => {
      requireOpen(signal)
      if (timeoutMs !== undefined) checkTimeoutMs('timeoutMs', timeoutMs)
      return { content: [], isError: tool === 'fails' }
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: async () => {
      isClosed = true
      end()
    },
    change: () => {
      for (const listener of listeners) listener()
    },
  }
}
const obligations = toolSourceObligations({
  tools: ['fails', 'works'],
  working: { tool: 'works', args: {} },
  failing: { tool: 'fails', args: {} },
  change: (source) => (source as Example).change(),
})

describe('a source that keeps the contract', () => {
  it.each(obligations)('$name', ({ check }) => check(createExample))
})

const once = (example: Example): Example => {
  const told = new Set<() => void>()
  const onChange: ToolSource['onChange'] = (listener) => {
    told.add(listener)
    return () => {}
  }
  return {
    ...example,
    onChange,
    change: () => {
      for (const listener of told) listener()
    },
  }
}

describe('a source that breaks one obligation', () => {
  const broken: readonly (readonly [string, (example: Example) => Example])[] = [
    ['`list`', (example) => ({ ...example, list: async () => ({ definitions: [], complete: true }) })],
    ['`call`', (example) => ({ ...example, call: async () => ({ content: [] }) })],
    ['`onChange`', once],
    ['`close`', (example) => ({ ...example, close: async () => {} })],
    ['`closed`', (example) => ({ ...example, closed: Promise.resolve('at once') })],
    [
      'An aborted signal',
      (example) => ({ ...example, call: async (tool, args) => example.call(tool, args) }),
    ],
    ['`timeoutMs`', (example) => ({ ...example, call: async (tool, args) => example.call(tool, args) })],
  ]
  it.each(broken)('fails at %s', async (beginning, spoil) => {
    const obligation = obligations.find(({ name }) => name.startsWith(beginning))
    await expect(obligation?.check(() => spoil(createExample()))).rejects.toThrow()
  })
})
