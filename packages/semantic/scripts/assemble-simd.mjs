// Assembles src/vectors/simd.wat into src/vectors/simd-bytes.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import loadWabt from 'wabt'

const wabt = await loadWabt()
const source = new URL('../src/vectors/simd.wat', import.meta.url)
const module = wabt.parseWat('simd.wat', readFileSync(source, 'utf8'), { simd: true })
const base64 = Buffer.from(module.toBinary({}).buffer).toString('base64')
const lines = base64.match(/.{1,100}/g).map((line) => `  '${line}',`)
writeFileSync(
  new URL('../src/vectors/simd-bytes.ts', import.meta.url),
  `/** What simd.wat says, assembled by scripts/assemble-simd.mjs; in base64. */
export const SIMD_BYTES: string = [
${lines.join('\n')}
].join('')
`,
)
