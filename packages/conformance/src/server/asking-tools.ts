import type { JsonObject } from '@toolscout/model'
import type { ScenarioTool, Talk } from './scenario-tools.ts'

const NOTHING: JsonObject = { type: 'object', properties: {} }

function text(words: string): JsonObject {
  return { type: 'text', text: words }
}

function form(message: string, name: string, type: 'string' | 'boolean' = 'string') {
  const requestedSchema = { type: 'object', properties: { [name]: { type } }, required: [name] }
  return ['elicitation/create', { message, requestedSchema }] as const
}

const MODEL = [
  'sampling/createMessage',
  { messages: [{ role: 'user', content: text('Generate a greeting') }], maxTokens: 50 },
] as const
const ROOTS = ['roots/list', {}] as const

function asking(name: string, run: (talk: Talk) => Promise<readonly JsonObject[]>): ScenarioTool {
  return { name, description: 'Asks its client.', inputSchema: NOTHING, run: (_args, talk) => run(talk) }
}

async function greet({ request }: Talk): Promise<readonly JsonObject[]> {
  const { content } = await request(...form('What is your name?', 'name'), 'user_name')
  return [text(`Hello, ${String(Reflect.get(content as object, 'name'))}!`)]
}

/** The tools the suite for 2026-07-28 asks for, beside those of the suite before. */
export const ASKING_TOOLS: readonly ScenarioTool[] = [
  asking('test_input_required_result_elicitation', greet),
  asking('test_input_required_result_sampling', async ({ request }) => {
    const { content } = await request(...MODEL)
    return [text(JSON.stringify(content))]
  }),
  asking('test_input_required_result_list_roots', async ({ request }) => {
    const { roots } = await request(...ROOTS)
    return [text(JSON.stringify(roots))]
  }),
  asking('test_input_required_result_request_state', async ({ request }) => {
    await request(...form('Please confirm', 'ok', 'boolean'), 'confirm')
    return [text('state-ok')]
  }),
  asking('test_input_required_result_multiple_inputs', async ({ request }) => {
    const answers = await Promise.all([
      request(...form('What is your name?', 'name'), 'user_name'),
      request(...MODEL, 'greeting'),
      request(...ROOTS, 'client_roots'),
    ])
    return [text(JSON.stringify(answers))]
  }),
  asking('test_input_required_result_multi_round', async ({ request }) => {
    const first = await request(...form('Step 1: What is your name?', 'name'), 'step1')
    const second = await request(...form('Step 2: What is your favorite color?', 'color'), 'step2')
    return [text(JSON.stringify([first, second]))]
  }),
  asking('test_input_required_result_tampered_state', greet),
  asking('test_input_required_result_capabilities', async ({ request, can }) => {
    // What a client cannot do is not asked for.
    if (can('sampling')) await request(...MODEL)
    if (can('elicitation')) await request(...form('What is your name?', 'name'))
    return [text('Asked for what the client can do.')]
  }),
  asking('test_missing_capability', async ({ request }) => {
    await request(...MODEL)
    return [text('Sampled.')]
  }),
  asking('test_streaming_elicitation', async (talk) => {
    talk.progress(1, 2)
    return greet(talk)
  }),
  asking('test_logging_tool', async ({ log }) => {
    log('This is heard by who asked for it.')
    return [text('Logged once.')]
  }),
]
