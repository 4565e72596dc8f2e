// Builds the site, or serves it while it is written: `node site/main.mjs build|dev [--out FOLDER]`.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build, createServer } from 'vitepress'
import { makePages } from './make-pages.mjs'
import { makeReference } from './make-reference.mjs'
import { DOCS } from './workspace.mjs'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } })
const [command = 'build'] = positionals

makePages()
await makeReference()
if (command === 'dev') {
  const server = await createServer(DOCS)
  await server.listen()
  server.printUrls()
} else if (command === 'build') {
  // The links that lead nowhere are printed before; where in vitepress that was noticed helps nobody.
  await build(DOCS, { outDir: values.out ?? join(DOCS, '.vitepress', 'dist') }).catch(({ message }) => {
    process.stderr.write(`${message}\n`)
    process.exit(1)
  })
} else {
  process.stderr.write(`There is "build" and "dev", not "${command}".\n`)
  process.exitCode = 2
}
