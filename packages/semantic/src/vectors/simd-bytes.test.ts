import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import loadWabt from 'wabt'
import { SIMD_BYTES } from './simd-bytes.ts'

it('holds what the text form says', async () => {
  const wabt = await loadWabt()
  const text = await readFile(new URL('simd.wat', import.meta.url), 'utf8')
  const { buffer } = wabt.parseWat('simd.wat', text, { simd: true }).toBinary({})
  expect(SIMD_BYTES).toBe(Buffer.from(buffer).toString('base64'))
})
