import { createDiscovery } from '@toolscout/discovery'
import { parseTool } from '@toolscout/model'
import { canonicalJson, spellJson } from '@toolscout/model/internal'
import { expect, it } from 'vitest'
import { listRealServers } from '../adapters/real-servers.ts'

it('`full` has the whole schemas of all tools of four public servers, or says that it is cut', async () => {
  const definitions = Object.values(await listRealServers()).flat()
  expect(definitions.length).toBeGreaterThan(20)
  const scout = createDiscovery({ embedder: false })
  for (const definition of definitions) {
    const { tool } = parseTool(definition)
    await scout.register([definition])
    const options = { detail: 'full', format: 'markdown', budgetTokens: 100_000 } as const
    const { text, tools } = await scout.render([tool.id], options)
    expect(tools[0]?.cut).toBe(false)
    for (const schema of [tool.inputSchema, tool.outputSchema ?? {}]) {
      // Each parameter stands with all that is said of it, as JSON or in a line of its own.
      for (const [name, property] of Object.entries(schema.properties ?? {})) {
        const { description = '' } = property as { readonly description?: string }
        expect(text).toContain(name)
        const isWhole = text.includes(spellJson(canonicalJson(property)))
        if (isWhole) continue
        expect(text).toContain(description.replace(/\s+/g, ' ').trim())
        for (const key of Object.keys(property as object))
          expect(['type', 'description', 'default', 'enum', 'items']).toContain(key)
      }
    }
  }
  const { text } = await scout.render(['trigger-long-running-operation'], { format: 'signature' })
  expect(text).toContain('(duration?: number /* seconds */ = 10')
  await scout.close()
})
