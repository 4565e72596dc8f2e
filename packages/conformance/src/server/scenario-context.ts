import { createLocalContext } from '@toolscout/gateway'
import type { LocalContext } from '@toolscout/gateway/internal'
import { PNG } from './scenario-tools.ts'

/** The resources and prompts the suite asks for. */
export function createScenarioContext(): LocalContext {
  const user = (content: { readonly type: string; readonly [member: string]: unknown }) =>
    ({ role: 'user', content }) as never
  return createLocalContext({
    resources: [
      {
        uri: 'test://static-text',
        name: 'Static text',
        description: 'A text.',
        mimeType: 'text/plain',
        read: async () => 'This is the content of the static text resource.',
      },
      {
        uri: 'test://static-binary',
        name: 'Static binary',
        description: 'A picture.',
        mimeType: 'image/png',
        read: async () => ({ blob: PNG }),
      },
      {
        uri: 'test://watched-resource',
        name: 'Watched',
        description: 'Something to subscribe to.',
        mimeType: 'text/plain',
        read: async () => 'Watched resource content.',
      },
    ],
    templates: [
      {
        uriTemplate: 'test://template/{id}/data',
        name: 'Template',
        description: 'Data by id.',
        mimeType: 'application/json',
        read: async ({ id }) =>
          JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
      },
    ],
    prompts: [
      {
        name: 'test_simple_prompt',
        description: 'A simple prompt.',
        get: async () => 'This is a simple prompt for testing.',
      },
      {
        name: 'test_prompt_with_arguments',
        description: 'A prompt with arguments.',
        arguments: [
          { name: 'arg1', required: true, complete: async () => ['paris', 'park', 'party'] },
          { name: 'arg2', required: true },
        ],
        get: async ({ arg1, arg2 }) =>
          `Prompt with arguments: arg1='${String(arg1)}', arg2='${String(arg2)}'`,
      },
      {
        name: 'test_prompt_with_embedded_resource',
        description: 'A prompt with a resource.',
        arguments: [{ name: 'resourceUri', required: true }],
        get: async ({ resourceUri }) => [
          user({
            type: 'resource',
            resource: {
              uri: resourceUri,
              mimeType: 'text/plain',
              text: 'Embedded resource content for testing.',
            },
          }),
          user({ type: 'text', text: 'Please process the embedded resource above.' }),
        ],
      },
      {
        name: 'test_prompt_with_image',
        description: 'A prompt with a picture.',
        get: async () => [
          user({ type: 'image', data: PNG, mimeType: 'image/png' }),
          user({ type: 'text', text: 'Please analyze the image above.' }),
        ],
      },
    ],
  })
}
