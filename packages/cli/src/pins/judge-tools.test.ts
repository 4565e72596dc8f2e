import type { SavedPin } from '@toolscout/guard'
import { parseTool } from '@toolscout/model'
import { expect, it } from 'vitest'
import { judgeTools } from './judge-tools.ts'

it('says which tools are not remembered, because their server has had too many, and holds them where any may be', async () => {
  const kept = Array.from({ length: 20_000 }, (_, i): SavedPin => {
    return { id: `bank:t${i}`, value: { trusted: 'digest', server: 'place', since: 1 } }
  })
  const store = {
    load: async () => kept,
    update: async (_: readonly string[], change: (pins: typeof kept) => readonly SavedPin[]) => change(kept),
  }
  const seen = ['bank', 'shop'].map((namespace) => {
    const { tool } = parseTool({ name: 'new', inputSchema: { type: 'object' } }, { namespace })
    return { tool, place: 'place' }
  })
  for (const mode of ['warn', 'block'] as const) {
    const settings = { mode, newTools: 'trust' } as const
    const held = mode === 'block' ? ['bank:new'] : []
    expect(await judgeTools(store, seen, { settings, now: () => 1 })).toEqual({ held, left: ['bank:new'] })
  }
})
