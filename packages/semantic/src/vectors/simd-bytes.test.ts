import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import loadWabt from 'wabt'
import { SIEVE_BYTES } from './sieve-bytes.ts'
import { SIMD_BYTES } from './simd-bytes.ts'

it.each([
  ['simd.wat', SIMD_BYTES],
  ['sieve.wat', SIEVE_BYTES],
])('what was assembled is what %s says', async (name, bytes) => {
  const wabt = await loadWabt()
  const text = await readFile(new URL(name, import.meta.url), 'utf8')
  const { buffer } = wabt.parseWat(name, text, { simd: true }).toBinary({})
  expect(bytes).toBe(Buffer.from(buffer).toString('base64'))
})
