// Everything a release takes but publishing: builds, checks and packs every public package into a folder, with a list
// of checksums, and says what is left to do. Publishes nothing. With --pack it only builds and packs.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const isPackOnly = process.argv.includes('--pack')
const out = join(root, '.tmp', isPackOnly ? 'packages' : 'release')
const gates = [
  'layers',
  'licence',
  'no-leaks',
  'documented',
  'readme',
  'format',
  'package-shape',
  'installed',
]

function run(command, parameters) {
  process.stdout.write(`+ ${command} ${parameters.join(' ')}\n`)
  const { status } = spawnSync(command, parameters, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const manifests = readdirSync(join(root, 'packages'))
  .map((name) => JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')))
  .filter((manifest) => manifest.private !== true)
const versions = new Set(manifests.map(({ version }) => version))
if (versions.size !== 1) {
  process.stderr.write(`The packages have several versions: ${[...versions].join(', ')}.\n`)
  process.exit(1)
}
const changes = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).stdout.trim()
if (changes !== '' && !isPackOnly) {
  process.stderr.write(`A release is what is committed, and this is not:\n${changes}\n`)
  process.exit(1)
}

run('npx', ['-y', 'pnpm@10.34.9', 'run', 'build'])
if (!isPackOnly) run(process.execPath, ['packages/gates/dist/main.js', ...gates])

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
const filters = manifests.flatMap(({ name }) => ['--filter', name])
run('npx', ['-y', 'pnpm@10.34.9', '--recursive', ...filters, 'pack', '--pack-destination', out])

if (isPackOnly) {
  process.stdout.write(
    '\nIn another folder: npm install PATH_OF_THIS_CLONE/.tmp/packages/*.tgz zod\n' +
      'The command alone: npx --package PATH_OF_THIS_CLONE/.tmp/packages/toolscout-cli-*.tgz toolscout demo\n',
  )
  process.exit(0)
}

const sums = readdirSync(out)
  .sort()
  .map(
    (file) =>
      `${createHash('sha512')
        .update(readFileSync(join(out, file)))
        .digest('hex')}  ${file}`,
  )
writeFileSync(join(out, 'SHA512SUMS'), `${sums.join('\n')}\n`)
process.stdout.write(`
${sums.length} archives of ${[...versions][0]} and their SHA512SUMS lie in .tmp/release. Nothing was published; that takes, in CI:
  for archive in .tmp/release/*.tgz; do npm publish "$archive" --access public --provenance; done
`)
