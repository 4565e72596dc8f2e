// Several nodes with one catalog in PostgreSQL: what one writes all find, and one lists a server for all.
import assert from 'node:assert/strict'
import { openDiscovery } from '@toolscout/discovery'
import { parseTool } from '@toolscout/model'
import { openPostgresStore, type PostgresStore } from '@toolscout/store/postgres'
import { findPostgres, type PostgresServer, startPostgres } from '@toolscout/testbed/postgres'

/** `DATABASE_URL`, in a schema that is made for this; else a PostgreSQL of its own, where one is installed. */
const { DATABASE_URL } = process.env
let server: PostgresServer | undefined
if (DATABASE_URL === undefined) {
  const installed = await findPostgres()
  if (installed === undefined) {
    console.log('There is no PostgreSQL: set DATABASE_URL, or install it (apt-get install postgresql).')
    process.exit(0)
  }
  server = await startPostgres(installed)
}
const connection = DATABASE_URL ?? server?.connection ?? ''
const schema = `toolscout_example_${process.pid}`
/** Each would be a process on a machine of its own. */
const openNode = (): Promise<PostgresStore> => openPostgresStore({ connection, schema })

const nodes = await Promise.all([openNode(), openNode(), openNode()])
const [writer, reader, other] = nodes as [PostgresStore, PostgresStore, PostgresStore]
try {
  // Who refreshes the server? One of them, until it lets go or stands still.
  const lease = await writer.acquireLease('server:house')
  assert.notEqual(lease, undefined)
  assert.equal(await other.acquireLease('server:house'), undefined)
  console.log('One node lists the server, the others leave it alone.')

  const stop = new AbortController()
  const heard = (async () => {
    for await (const batch of reader.changes({ after: 0, signal: stop.signal })) return batch
    return undefined
  })()
  const names = ['ring_bell', 'open_window', 'close_window', 'water_plants']
  const changes = names.map((name) => {
    const description = `Can ${name.replace('_', ' the ')}`
    const { tool } = parseTool({ name, namespace: 'house', description, inputSchema: { type: 'object' } })
    const backends = [{ kind: 'mcp', server: 'house' }] as const
    return { type: 'put', record: { tool, backends, notes: '' } } as const
  })
  const revision = await writer.append(changes)
  await lease?.release()

  const batch = await heard
  stop.abort()
  assert.deepEqual([batch?.revision, batch?.changes.length], [revision, names.length])
  console.log(`Another node heard of revision ${revision} with ${names.length} tools.`)
  // Every node ranks in memory, and follows what the others append.
  const scout = await openDiscovery({ store: other, embedder: false })
  const { hits } = await scout.search('water my plants', { limit: 3 })
  assert.equal(hits[0]?.id, 'house:water_plants')
  console.log('A third node finds house:water_plants.')
  await scout.close()
} finally {
  await Promise.all(nodes.map((node) => node.close()))
  await server?.stop()
  if (DATABASE_URL !== undefined) console.log(`Left in the database: the schema ${schema}; drop it.`)
}
