import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DECISION_INDEX, writeIndex } from './decisions.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
const { index, checked } = await writeIndex(root)
await writeFile(join(root, DECISION_INDEX), index)
process.stdout.write(`${DECISION_INDEX}: ${checked} pages\n`)
