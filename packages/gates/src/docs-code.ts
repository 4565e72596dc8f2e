import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { runCompiler } from './compiler.ts'
import { type Finding, type Gate, type Inspection, inOrder } from './finding.ts'
import { inParallel } from './in-parallel.ts'
import { withLinkedFolder } from './linked-folder.ts'
import { type CodeBlock, parseMarkdown } from './markdown.ts'
import { listRepositoryFiles } from './repository-files.ts'
import { describeFailure, runCommand } from './run-command.ts'
import { readPackages } from './workspace.ts'

/** A block a reader pastes and runs; what takes longer has hung. */
const TIMEOUT_MS = 60_000

/** Both spellings of the fence are checked, so that the longer one is no way round the gate. */
const CHECKED_LANGUAGES: ReadonlySet<string> = new Set(['ts', 'typescript'])

/** Fences whose code is parsed, not run: nothing here is written in JavaScript. */
const PARSED_LANGUAGES: ReadonlySet<string> = new Set(['js', 'javascript', 'mjs', 'cjs'])

/** Code in the documents is code: it compiles and runs against the built packages, block by block. */
export const docsCode: Gate = {
  name: 'docs-code',
  rule: 'each ts block of the documents is a module that compiles and exits with 0',
  unit: 'blocks',
  inspect: inspectBlocks,
}

/** A block to run, and the name of its file without an ending. */
interface Snippet {
  readonly page: string
  readonly line: number
  readonly code: string
  readonly name: string
}

const COMPILER_OPTIONS = {
  target: 'es2023',
  lib: ['es2023'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  moduleDetection: 'force',
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  sourceMap: true,
  rootDir: 'blocks',
  outDir: 'built',
}

async function inspectBlocks(root: string): Promise<Inspection> {
  const scripts = await collectSnippets(root, PARSED_LANGUAGES)
  const unparsed = scripts.flatMap(parseScript)
  const snippets = await collectSnippets(root, CHECKED_LANGUAGES)
  if (snippets.length === 0) return { checked: scripts.length, findings: unparsed }
  const findings = await withLinkedFolder(root, async (folder) => {
    const typeErrors = await compile(folder, snippets)
    const broken = new Set(typeErrors.map(({ file }) => file))
    const runnable = snippets.filter(({ name }) => !broken.has(`blocks/${name}.ts`))
    const failures = await inParallel(runnable, (snippet) => run(folder, snippet))
    return [...unparsed, ...typeErrors.map((error) => atPage(error, snippets)), ...failures.flat()]
  })
  return { checked: snippets.length + scripts.length, findings: inOrder(findings) }
}

function parseScript({ page, line, code }: Snippet): readonly Finding[] {
  const { diagnostics = [] } = ts.transpileModule(code, { fileName: 'block.js', reportDiagnostics: true })
  return diagnostics.map(({ messageText, start = 0 }) => ({
    file: page,
    line: line + code.slice(0, start).split('\n').length - 1,
    message: ts.flattenDiagnosticMessageText(messageText, ' '),
  }))
}

async function collectSnippets(root: string, languages: ReadonlySet<string>): Promise<readonly Snippet[]> {
  const snippets: Snippet[] = []
  for (const page of await listPages(root)) {
    for (const block of parseMarkdown(await readFile(join(root, page), 'utf8')).blocks) {
      if (!languages.has(block.language) || isSketch(page, block)) continue
      const name = `${page.replace(/\W+/g, '-')}-line-${block.line}`
      snippets.push({ page, line: block.line, code: block.code, name })
    }
  }
  return snippets
}

async function listPages(root: string): Promise<readonly string[]> {
  const packages = await readPackages(root)
  // Pages that are made of others are ignored by git, and checked where they are made from.
  const below = (await listRepositoryFiles(root)).filter((file) => /^docs\/.+\.md$/.test(file))
  const pages = ['README.md', 'CONTRIBUTING.md', ...packages.map(({ folder }) => `${folder}/README.md`)]
  return [...pages.filter((page) => existsSync(join(root, page))), ...below]
}

/** A decision may show what was considered and never built; every other page shows what there is. */
function isSketch(page: string, { flags }: CodeBlock): boolean {
  return page.startsWith('docs/decisions/') && flags.includes('sketch')
}

async function compile(folder: string, snippets: readonly Snippet[]): Promise<readonly Finding[]> {
  await mkdir(join(folder, 'blocks'))
  for (const { name, line, code } of snippets) {
    // Blank lines in front, so that a line of the file is the line of the page in every message.
    await writeFile(join(folder, 'blocks', `${name}.ts`), `${'\n'.repeat(line - 1)}${code}\n`)
  }
  const config = { compilerOptions: COMPILER_OPTIONS, include: ['blocks'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { findings } = await runCompiler(folder, ['-p', 'tsconfig.json'])
  return findings
}

async function run(folder: string, { name, page, line }: Snippet): Promise<readonly Finding[]> {
  // A folder of its own, since blocks that write files run beside each other.
  const cwd = join(folder, 'run', name)
  await mkdir(cwd, { recursive: true })
  const parameters = ['--enable-source-maps', join(folder, 'built', `${name}.js`)]
  const result = await runCommand(process.execPath, parameters, { cwd, timeoutMs: TIMEOUT_MS })
  const failure = describeFailure(result, TIMEOUT_MS)
  if (failure === undefined) return []
  return [{ file: page, line, message: failure.replaceAll(join(folder, 'blocks', `${name}.ts`), page) }]
}

/** A finding in a block's file as one in its page; what is in no block stays where it is. */
function atPage(found: Finding, snippets: readonly Snippet[]): Finding {
  const snippet = snippets.find(({ name }) => found.file === `blocks/${name}.ts`)
  return snippet === undefined ? found : { ...found, file: snippet.page }
}
