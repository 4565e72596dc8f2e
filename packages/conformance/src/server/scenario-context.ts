import type { ContextSource } from '@toolscout/gateway'
import { PNG } from './scenario-tools.ts'

const TEXT = {
  uri: 'test://static-text',
  name: 'Static text',
  description: 'A text.',
  mimeType: 'text/plain',
}
const BINARY = {
  uri: 'test://static-binary',
  name: 'Static binary',
  description: 'A picture.',
  mimeType: 'image/png',
}
const WATCHED = {
  uri: 'test://watched-resource',
  name: 'Watched',
  description: 'Something to subscribe to.',
  mimeType: 'text/plain',
}
const TEMPLATE = {
  uriTemplate: 'test://template/{id}/data',
  name: 'Template',
  description: 'Data by id.',
  mimeType: 'application/json',
}
const PROMPTS = [
  { name: 'test_simple_prompt', description: 'A simple prompt.' },
  {
    name: 'test_prompt_with_arguments',
    description: 'A prompt with arguments.',
    arguments: [
      { name: 'arg1', required: true },
      { name: 'arg2', required: true },
    ],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A prompt with a resource.',
    arguments: [{ name: 'resourceUri', required: true }],
  },
  { name: 'test_prompt_with_image', description: 'A prompt with a picture.' },
  { name: 'test_input_required_result_prompt', description: 'A prompt that asks for its context.' },
]

const user = (content: { readonly type: string; readonly [member: string]: unknown }) => ({
  role: 'user',
  content,
})
const says = (text: string) => user({ type: 'text', text })

/** The messages of a prompt. */
function messagesOf(name: string, args: { readonly [name: string]: unknown }): readonly object[] | undefined {
  const uri = String(args.resourceUri)
  const resource = { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' }
  switch (name) {
    case 'test_simple_prompt':
      return [says('This is a simple prompt for testing.')]
    case 'test_prompt_with_arguments':
      return [says(`Prompt with arguments: arg1='${String(args.arg1)}', arg2='${String(args.arg2)}'`)]
    case 'test_prompt_with_embedded_resource':
      return [user({ type: 'resource', resource }), says('Please process the embedded resource above.')]
    case 'test_prompt_with_image':
      return [
        user({ type: 'image', data: PNG, mimeType: 'image/png' }),
        says('Please analyze the image above.'),
      ]
    default:
      return undefined
  }
}

/** The contents of a resource. */
function contentsOf(uri: string): object | undefined {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  if (uri === TEXT.uri) return { text: 'This is the content of the static text resource.' }
  if (uri === BINARY.uri) return { blob: PNG, mimeType: 'image/png' }
  if (uri === WATCHED.uri) return { text: 'Watched resource content.' }
  if (id === undefined) return undefined
  return {
    mimeType: 'application/json',
    text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  }
}

/** The resources and prompts the suite asks for. */
export const SCENARIO_CONTEXT: ContextSource = {
  capabilities: () => ({ resources: true, prompts: true, completions: true }),
  listResources: async () => ({ items: [TEXT, BINARY, WATCHED], warnings: [] }),
  listResourceTemplates: async () => ({ items: [TEMPLATE], warnings: [] }),
  readResource: async (uri) => {
    const contents = contentsOf(uri)
    return contents === undefined
      ? undefined
      : { contents: [{ uri, mimeType: 'text/plain', ...contents }] as never }
  },
  subscribe: async (uri) => (contentsOf(uri) === undefined ? undefined : () => {}),
  listPrompts: async () => ({ items: PROMPTS, warnings: [] }),
  getPrompt: async (name, args, { client }) => {
    if (name === 'test_input_required_result_prompt') {
      const requestedSchema = { type: 'object', properties: { context: { type: 'string' } } }
      const message = 'What context should the prompt use?'
      const answer = await client?.request(
        'elicitation/create',
        { message, requestedSchema },
        { key: 'user_context' },
      )
      return { messages: [says(JSON.stringify(answer?.content ?? 'nothing'))] as never }
    }
    const messages = messagesOf(name, args)
    return messages === undefined ? undefined : { messages: messages as never }
  },
  complete: async () => {
    const values = ['paris', 'park', 'party']
    return { completion: { values, total: values.length, hasMore: false } }
  },
  onChange: () => () => {},
}
