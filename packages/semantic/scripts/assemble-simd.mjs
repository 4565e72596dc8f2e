// Assembles src/vectors/simd.wat and sieve.wat into simd-bytes.ts and sieve-bytes.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import loadWabt from 'wabt'

const wabt = await loadWabt()
for (const name of ['simd', 'sieve']) {
  const source = new URL(`../src/vectors/${name}.wat`, import.meta.url)
  const module = wabt.parseWat(`${name}.wat`, readFileSync(source, 'utf8'), { simd: true })
  const base64 = Buffer.from(module.toBinary({}).buffer).toString('base64')
  const lines = base64.match(/.{1,100}/g).map((line) => `  '${line}',`)
  writeFileSync(
    new URL(`../src/vectors/${name}-bytes.ts`, import.meta.url),
    `/** What ${name}.wat says, assembled by scripts/assemble-simd.mjs; in base64. */
export const ${name.toUpperCase()}_BYTES: string = [
${lines.join('\n')}
].join('')
`,
  )
}
