import type { JsonObject } from '@toolscout/model'
import type { ScenarioTool, Talk } from './scenario-tools.ts'

/** Longer than a client that takes tasks is made to wait for a result, in milliseconds. */
const LONG_MS = 800

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

function text(words: string): JsonObject {
  return { type: 'text', text: words }
}

function ask({ request }: Talk, message: string, key: string): Promise<JsonObject> {
  const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } }
  return request('elicitation/create', { mode: 'form', message, requestedSchema }, key)
}

/** What the suite asks for where it looks at the extension for tasks. */
export const TASK_TOOLS: readonly ScenarioTool[] = [
  {
    name: 'greet',
    description: 'Says hello.',
    inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
    run: async ({ name }) => [text(`Hello, ${name}!`)],
  },
  {
    name: 'slow_compute',
    description: 'Takes its time.',
    inputSchema: { type: 'object', properties: { seconds: { type: 'number' }, label: { type: 'string' } } },
    run: async ({ seconds }) => {
      await pause(Number(seconds) * 1_000)
      return [text('Computed.')]
    },
  },
  {
    name: 'failing_job',
    description: 'Takes its time and fails.',
    inputSchema: { type: 'object' },
    run: async () => {
      await pause(LONG_MS)
      throw new TypeError('The job failed.')
    },
  },
  {
    name: 'protocol_error_job',
    description: 'Takes its time, and needs of its client what that cannot do.',
    inputSchema: { type: 'object' },
    run: async (_args, { request }) => {
      await pause(LONG_MS)
      return [text(JSON.stringify(await request('roots/list', {})))]
    },
  },
  {
    name: 'confirm_delete',
    description: 'Takes its time and asks.',
    inputSchema: { type: 'object', properties: { filename: { type: 'string' } } },
    run: async ({ filename }, talk) => {
      await pause(LONG_MS)
      return [text(JSON.stringify(await ask(talk, `Delete ${filename}?`, 'confirm')))]
    },
  },
  {
    name: 'multi_input',
    description: 'Takes its time and asks two things at once.',
    inputSchema: { type: 'object' },
    run: async (_args, talk) => {
      await pause(LONG_MS)
      return [text(JSON.stringify(await Promise.all([ask(talk, 'One?', 'one'), ask(talk, 'Two?', 'two')])))]
    },
  },
  {
    name: 'test_tool_with_task',
    description: 'Asks, and takes its time afterwards.',
    inputSchema: { type: 'object' },
    run: async (_args, talk) => {
      const answer = await ask(talk, 'What is your name?', 'user_name')
      await pause(LONG_MS)
      return [text(JSON.stringify(answer))]
    },
  },
]
