import type { JsonObject } from '@toolscout/model'

/** How a running tool talks to its client, on any server. */
export interface Talk {
  readonly progress: (progress: number, total: number) => void
  readonly log: (data: string) => void
  readonly request: (
    method: 'sampling/createMessage' | 'elicitation/create' | 'roots/list',
    params: JsonObject,
    key?: string,
  ) => Promise<JsonObject>
  /** Whether the client said it can do something, such as `sampling`. */
  readonly can: (capability: string) => boolean
  /** Closes the stream of the call, where there is one that a client can resume. */
  readonly hangUp: () => void
}

/** A tool the suite asks for by name. */
export interface ScenarioTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  /** Gives the content of the result. */
  readonly run: (args: JsonObject, talk: Talk) => Promise<readonly JsonObject[]>
}

/** A red pixel, and a moment of silence: the smallest there are. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

const NOTHING: JsonObject = { type: 'object', properties: {} }
const IMAGE: JsonObject = { type: 'image', data: PNG, mimeType: 'image/png' }

/** What a client needs to tell two messages apart. */
const moment = (ms = 10): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The tools the suite asks for. */
export const SCENARIO_TOOLS: readonly ScenarioTool[] = [
  tool('test_simple_text', 'Gives a text.', async () => [
    text('This is a simple text response for testing.'),
  ]),
  tool('test_image_content', 'Gives a picture.', async () => [IMAGE]),
  tool('test_audio_content', 'Gives a sound.', async () => [
    { type: 'audio', data: WAV, mimeType: 'audio/wav' },
  ]),
  tool('test_embedded_resource', 'Gives a resource.', async () => [
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ]),
  tool('test_multiple_content_types', 'Gives some of everything.', async () => [
    text('Multiple content types test:'),
    IMAGE,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ]),
  tool('test_tool_with_logging', 'Says what it does.', async (_args, { log }) => {
    for (const step of ['started', 'processing data', 'completed']) {
      log(`Tool execution ${step}`)
      await moment()
    }
    return [text('Logged three times.')]
  }),
  tool('test_error_handling', 'Always fails.', async () => {
    throw new ScenarioFailure('This tool intentionally returns an error for testing')
  }),
  tool('test_tool_with_progress', 'Says how far it has come.', async (_args, { progress }) => {
    for (const done of [0, 50, 100]) {
      progress(done, 100)
      await moment()
    }
    return [text('Reported three times.')]
  }),
  {
    name: 'test_sampling',
    description: 'Asks the model of the client.',
    inputSchema: { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] },
    run: async ({ prompt }, { request }) => {
      const messages = [{ role: 'user', content: text(String(prompt)) }]
      const { content } = await request('sampling/createMessage', { messages, maxTokens: 100 })
      return [text(`LLM response: ${JSON.stringify(content)}`)]
    },
  },
  {
    name: 'test_elicitation',
    description: 'Asks the user of the client.',
    inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    run: async ({ message }, talk) =>
      elicit(talk, String(message), {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      }),
  },
  tool('test_elicitation_sep1034_defaults', 'Asks with defaults.', async (_args, talk) =>
    elicit(talk, 'Please review', {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    }),
  ),
  tool('test_elicitation_sep1330_enums', 'Asks for choices.', async (_args, talk) => {
    const options = ['option1', 'option2', 'option3']
    const titled = ['First', 'Second', 'Third'].map((word, i) => ({
      const: `value${i + 1}`,
      title: `${word} Option`,
    }))
    return elicit(talk, 'Please choose', {
      untitledSingle: { type: 'string', enum: options },
      titledSingle: { type: 'string', oneOf: titled },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
      titledMulti: { type: 'array', items: { anyOf: titled } },
    })
  }),
  {
    name: 'json_schema_2020_12_tool',
    description: 'Has a schema of draft 2020-12.',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema calls it so.
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    run: async (args) => [text(JSON.stringify(args))],
  },
  tool('test_reconnection', 'Hangs up in the middle.', async (_args, { hangUp }) => {
    hangUp()
    // An answer within 50 ms has no stream to hang up.
    await moment(200)
    return [text('Reconnection test completed.')]
  }),
]

/** A failure on purpose. */
class ScenarioFailure extends TypeError {}

function tool(name: string, description: string, run: ScenarioTool['run']): ScenarioTool {
  return { name, description, inputSchema: NOTHING, run }
}

function text(words: string): JsonObject {
  return { type: 'text', text: words }
}

function resource(uri: string, mimeType: string, words: string): JsonObject {
  return { type: 'resource', resource: { uri, mimeType, text: words } }
}

async function elicit(
  { request }: Talk,
  message: string,
  properties: JsonObject,
): Promise<readonly JsonObject[]> {
  const requestedSchema = { type: 'object', properties, required: [] }
  const { action, content } = await request('elicitation/create', { message, requestedSchema })
  return [text(`User response: action=${String(action)}, content=${JSON.stringify(content)}`)]
}
