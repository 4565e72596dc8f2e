import { fileURLToPath } from 'node:url'
import { formatFinding } from './finding.ts'
import { plainWords } from './plain-words.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
const { findings } = await plainWords.inspect(root)
const counts = new Map<string, number>()
for (const finding of findings) {
  const folder = /^(?:packages|examples)\/[^/]+|^[^/]+/.exec(finding.file)?.[0] ?? '.'
  counts.set(folder, (counts.get(folder) ?? 0) + 1)
  if (process.argv.includes('--list')) process.stdout.write(`${formatFinding(finding)}\n`)
}
for (const [folder, count] of [...counts].sort((a, b) => b[1] - a[1])) {
  process.stdout.write(`${String(count).padStart(5)}  ${folder}\n`)
}
