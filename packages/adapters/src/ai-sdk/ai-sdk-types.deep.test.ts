import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

const USE = `import { generateText, streamText, stepCountIs, type LanguageModel } from 'ai'
import { createAiSdkTools } from './ai-sdk-tools.ts'
declare const model: LanguageModel
const scout = createAiSdkTools({} as never)
void generateText({
  model, tools: scout.tools(), prepareStep: scout.prepareStep, stopWhen: stepCountIs(5), prompt: 'go',
})
streamText({
  model, tools: scout.tools(), activeTools: scout.activeTools(), prepareStep: scout.prepareStep, prompt: 'go',
})
`

/** What the compiler says of the adapter, and of who uses it, where `ai` is another version of it, and which. */
function compileWith(ai: string): { version: string | undefined; complaints: readonly string[] } {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const entry = `${folder}use.ts`
  const base = fileURLToPath(new URL('../../../../tsconfig.base.json', import.meta.url))
  const { options } = ts.getParsedCommandLineOfConfigFile(
    base,
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: () => {},
    },
  ) as ts.ParsedCommandLine
  const own: ts.CompilerOptions = {
    ...options,
    noEmit: true,
    composite: false,
    incremental: false,
    skipLibCheck: true,
    types: ['node'],
    paths: { ai: [fileURLToPath(new URL(`../../node_modules/${ai}`, import.meta.url))] },
  }
  const host = ts.createCompilerHost(own)
  const { fileExists, readFile } = host
  host.fileExists = (file) => file === entry || fileExists(file)
  host.readFile = (file) => (file === entry ? USE : readFile(file))
  const { getSourceFile } = host
  host.getSourceFile = (file, target, ...more) =>
    file === entry ? ts.createSourceFile(file, USE, target) : getSourceFile(file, target, ...more)
  const program = ts.createProgram([entry], own, host)
  const complaints = ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
  const { resolvedModule } = ts.resolveModuleName('ai', entry, own, host)
  return { version: resolvedModule?.packageId?.version, complaints }
}

it.each([
  ['ai-5', '5.'],
  ['ai', '6.'],
  ['ai-7', '7.'],
])('is taken by the types of %s', (ai, version) => {
  expect(compileWith(ai)).toEqual({ version: expect.stringMatching(`^${version}`), complaints: [] })
})
