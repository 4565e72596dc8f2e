#!/usr/bin/env node
// Trains the table of token vectors. Needs python3 with numpy and scipy; the README says what the folder of texts holds.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { dumpTokens } from './dump-tokens.mjs'
import { dumpVectors } from './dump-vectors.mjs'

const text = { type: 'string' }
const { values } = parseArgs({
  options: {
    train: text,
    out: text,
    start: text,
    'leave-out': text,
    seed: text,
    steps: text,
    dimensions: text,
    rows: text,
    bits: text,
    general: text,
  },
})
const { train, out, start, ...settings } = values
if (train === undefined || out === undefined) {
  console.error('Give the folder of texts and the file to write: --train FOLDER --out FILE.')
  process.exit(2)
}
const tokens = mkdtempSync(join(tmpdir(), 'toolscout-tokens-'))
try {
  await dumpTokens(train, tokens, console.log)
  if (start !== undefined) dumpVectors(start, tokens, console.log)
  const script = fileURLToPath(new URL('train.py', import.meta.url))
  const given = start === undefined ? settings : { ...settings, start: tokens }
  const flags = Object.entries(given).map(([name, value]) => `--${name}=${value}`)
  // One thread, so that sums come out the same on every run.
  const env = { ...process.env, OPENBLAS_NUM_THREADS: '1', PYTHONDONTWRITEBYTECODE: '1' }
  const { status, error } = spawnSync('python3', [script, tokens, out, ...flags], { stdio: 'inherit', env })
  if (error !== undefined) console.error(`python3 cannot be run: ${error.message}`)
  process.exitCode = status ?? 1
} finally {
  rmSync(tokens, { recursive: true })
}
