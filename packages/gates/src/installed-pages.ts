import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCompiler } from './compiler.ts'
import type { Finding } from './finding.ts'
import { parseMarkdown } from './markdown.ts'
import { describeFailure, runCommand } from './run-command.ts'
import type { Package } from './workspace.ts'

/** What takes longer has hung. */
const RUN_TIMEOUT_MS = 60_000

/** Folder of the module of CommonJS. */
const COMMON_JS = 'commonjs'
/** How the users of a library resolve it: Node itself, bundlers, and CommonJS with types that do not know `require` of an ES module. */
const RESOLUTIONS: readonly {
  readonly module: string
  readonly moduleResolution: string
  readonly include?: string
}[] = [
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
  { module: 'node16', moduleResolution: 'node16', include: COMMON_JS },
]

/** What a page's code may import or look up beside the packages themselves: what its reader has anyway. */
const AT_HAND = /^(?:node:|@toolscout\/|zod$)/

/** The code of a package's page, as its reader pastes it. */
export interface PageCode {
  readonly owner: Package
  readonly line: number
  readonly file: string
  readonly code: string
}

/** Writes the first block of every page that needs nothing but our packages into the `src` of an installation. */
export async function writePages(
  root: string,
  owners: readonly Package[],
  folder: string,
): Promise<readonly PageCode[]> {
  const pages = (await Promise.all(owners.map((owner) => firstBlock(root, owner)))).flat()
  for (const { file, code } of pages) await writeFile(join(folder, 'src', `${file}.ts`), code)
  return pages
}

async function firstBlock(root: string, owner: Package): Promise<readonly PageCode[]> {
  const page = parseMarkdown(await readFile(join(root, owner.folder, 'README.md'), 'utf8').catch(() => ''))
  const block = page.blocks.find(
    ({ language, code }) => language === 'ts' && importsOf(code).every((name) => AT_HAND.test(name)),
  )
  if (block === undefined) return []
  return [{ owner, line: block.line, file: owner.folder.replace(/\W+/g, '-'), code: block.code }]
}

function importsOf(code: string): readonly string[] {
  return [...code.matchAll(/(?:from |resolve\(\s*)'([^']+)'/g)].map(([, name = '']) => name)
}

/** Writes a module of CommonJS that loads these packages, and fails where one gives it nothing. */
export async function writeCommonJs(owners: readonly Package[], folder: string): Promise<void> {
  const lines = owners.flatMap(({ name }, i) => [
    `import p${i} = require('${name}')`,
    `if (Object.keys(p${i}).length === 0) throw new TypeError('${name} gives nothing to CommonJS.')`,
  ])
  await mkdir(join(folder, COMMON_JS))
  await writeFile(join(folder, COMMON_JS, 'all.cts'), lines.join('\n'))
}

/** Compiles the pages as users of a library do. */
export async function compilePages(folder: string): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const { include = 'src', ...resolution } of RESOLUTIONS) {
    const compilerOptions = {
      ...resolution,
      target: 'es2023',
      lib: ['es2023'],
      types: ['node'],
      strict: true,
      skipLibCheck: false,
      rootDir: include,
      outDir: resolution.moduleResolution,
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: [include] }))
    const run = await runCompiler(folder, ['-p', 'tsconfig.json'])
    findings.push(
      ...run.findings.map(({ file, message }) => ({
        file,
        message: `${resolution.moduleResolution}: ${message}`,
      })),
    )
  }
  return findings
}

/** Runs the compiled pages with a program of Node, one after the other, and the module of CommonJS. */
export async function runPages(
  folder: string,
  pages: readonly PageCode[],
  node: string,
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const program = node === process.execPath ? '' : `${node.replace(/.*node_modules\//, '')} `
  const run = async (script: string, place: Omit<Finding, 'message'>): Promise<void> => {
    const result = await runCommand(node, [join(folder, script)], { cwd: folder, timeoutMs: RUN_TIMEOUT_MS })
    const trouble = describeFailure(result, RUN_TIMEOUT_MS)
    if (trouble !== undefined) findings.push({ ...place, message: `${program}${trouble}` })
  }
  for (const { owner, line, file } of pages)
    await run(`nodenext/${file}.js`, { file: `${owner.folder}/README.md`, line })
  await run('node16/all.cjs', { file: 'scripts/commonjs.mjs' })
  return findings
}
