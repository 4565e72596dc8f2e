import type { JsonObject } from '@toolscout/model'
import { isJsonObject, quote, requireKnownMembers } from '@toolscout/model/internal'
import { createListeners } from '../listeners.ts'
import { RequestRefusedError, RPC_CODES } from '../serve/request-error.ts'
import type { ContextAsk, ContextChange, ContextSource } from './context-source.ts'
import { parseUriTemplate } from './uri-template.ts'

/** The contents of a resource: a text, bytes in base64, or what MCP calls contents, one or several. */
export type ResourceContents =
  | string
  | { readonly blob: string; readonly mimeType?: string }
  | readonly JsonObject[]

/** Suggests values for an argument that begins so; `known` holds the other arguments. */
export type CompleteArgument = (
  value: string,
  known: Readonly<Record<string, string>>,
) => Promise<readonly string[]>

/** A resource of the application. Members are those of MCP `Resource`. */
export interface LocalResource {
  readonly uri: string
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly mimeType?: string | undefined
  readonly annotations?: JsonObject | undefined
  readonly _meta?: JsonObject | undefined
  readonly read: (ask: ContextAsk) => Promise<ResourceContents>
}

/** Resources of one form of URI. Members are those of MCP `ResourceTemplate`. */
export interface LocalResourceTemplate extends Omit<LocalResource, 'uri' | 'read'> {
  /** Such as `note://{id}`; `{+path}` also takes slashes. */
  readonly uriTemplate: string
  /** `undefined` for variables under which there is nothing. */
  readonly read: (
    variables: Readonly<Record<string, string>>,
    ask: ContextAsk & { readonly uri: string },
  ) => Promise<ResourceContents | undefined>
  /** Suggestions by variable. Default: none. */
  readonly complete?: Readonly<Record<string, CompleteArgument>> | undefined
}

/** A prompt of the application. Members are those of MCP `Prompt`. */
export interface LocalPrompt {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly arguments?:
    | readonly {
        readonly name: string
        readonly description?: string
        readonly required?: boolean
        /** Suggestions. Default: none. */
        readonly complete?: CompleteArgument
      }[]
    | undefined
  readonly _meta?: JsonObject | undefined
  /** A text becomes one message of the user; a list is MCP `PromptMessage`s. */
  readonly get: (
    args: Readonly<Record<string, string>>,
    ask: ContextAsk,
  ) => Promise<string | readonly JsonObject[]>
}

/** What {@link createLocalContext} is made of. */
export interface LocalContextOptions {
  /** Default: none. */
  readonly resources?: readonly LocalResource[] | undefined
  /** Default: none. */
  readonly templates?: readonly LocalResourceTemplate[] | undefined
  /** Default: none. */
  readonly prompts?: readonly LocalPrompt[] | undefined
}

/** Resources and prompts of the application. */
export interface LocalContext extends ContextSource {
  /** Notifies the subscribers of a resource that it has changed. */
  readonly updated: (uri: string) => void
}

/** Most values of one completion (MCP `CompleteResult`). */
const MAX_COMPLETIONS = 100

/**
 * Offers resources and prompts of the application.
 *
 * @throws TypeError for a name or URI that is there twice, and a template that cannot be matched.
 */
export function createLocalContext(options: LocalContextOptions): LocalContext {
  requireKnownMembers('a local context', options, ['resources', 'templates', 'prompts'])
  const { resources = [], templates = [], prompts = [] } = options
  const byUri = indexBy(resources, 'uri')
  const byName = indexBy(prompts, 'name')
  const parsed = templates.map((template) => ({ template, pattern: parseUriTemplate(template.uriTemplate) }))
  const { tell, listen } = createListeners<ContextChange>()
  const list = (items: readonly object[]) => {
    const told = Object.freeze(items.map(toDescription))
    return async () => ({ items: told, warnings: [] })
  }
  const read = async (uri: string, ask: ContextAsk): Promise<ResourceContents | undefined> => {
    const resource = byUri.get(uri)
    if (resource !== undefined) return resource.read(ask)
    for (const { template, pattern } of parsed) {
      const variables = pattern.match(uri)
      if (variables !== undefined) return template.read(variables, { ...ask, uri })
    }
    return undefined
  }
  const mimeTypeOf = (uri: string): string | undefined =>
    byUri.get(uri)?.mimeType ?? parsed.find(({ pattern }) => pattern.match(uri))?.template.mimeType
  return Object.freeze({
    capabilities: () => ({
      resources: resources.length + templates.length > 0,
      prompts: prompts.length > 0,
      completions: true,
    }),
    listResources: list(resources),
    listResourceTemplates: list(templates),
    readResource: async (uri: string, ask: ContextAsk) => {
      const contents = await read(uri, ask)
      return contents === undefined ? undefined : { contents: toContents(contents, uri, mimeTypeOf(uri)) }
    },
    subscribe: async (uri: string) => {
      const isKnown = byUri.has(uri) || parsed.some(({ pattern }) => pattern.match(uri) !== undefined)
      return isKnown ? () => {} : undefined
    },
    listPrompts: list(
      prompts.map((prompt) => ({ ...prompt, arguments: prompt.arguments?.map(toDescription) })),
    ),
    getPrompt: async (name: string, args: JsonObject, ask: ContextAsk) => {
      const prompt = byName.get(name)
      if (prompt === undefined) return undefined
      const messages = await prompt.get(readArguments(prompt, args), ask)
      const { description } = prompt
      return { ...(description === undefined ? {} : { description }), messages: toMessages(messages) }
    },
    complete: async ({ ref, argument, context }: JsonObject) => {
      const complete = isJsonObject(ref) && isJsonObject(argument) ? completer(ref, argument) : undefined
      if (complete === undefined || !isJsonObject(argument)) return undefined
      const known = isJsonObject(context) && isJsonObject(context.arguments) ? context.arguments : {}
      const values = await complete(String(argument.value ?? ''), onlyTexts(known))
      const shown = values.slice(0, MAX_COMPLETIONS)
      return { completion: { values: shown, total: values.length, hasMore: values.length > shown.length } }
    },
    onChange: listen,
    updated: (uri: string) => tell({ type: 'resourceUpdated', uri }),
  } satisfies LocalContext)

  /** Suggests nothing where there are no suggestions; `undefined` for what does not exist. */
  function completer(ref: JsonObject, argument: JsonObject): CompleteArgument | undefined {
    const prompt = ref.type === 'ref/prompt' ? byName.get(String(ref.name)) : undefined
    const template =
      ref.type === 'ref/resource' ? templates.find((t) => t.uriTemplate === ref.uri) : undefined
    if (prompt === undefined && template === undefined) return undefined
    const name = String(argument.name)
    const ofPrompt = prompt?.arguments?.find((own) => own.name === name)?.complete
    const suggestions = template?.complete
    const own = suggestions !== undefined && Object.hasOwn(suggestions, name) ? suggestions[name] : ofPrompt
    return own ?? (async () => [])
  }
}

function indexBy<Member extends string, Item extends { readonly [Key in Member]: string }>(
  items: readonly Item[],
  member: Member,
): ReadonlyMap<string, Item> {
  const index = new Map<string, Item>()
  for (const item of items) {
    if (index.has(item[member])) throw new TypeError(`${quote(item[member])} is there twice.`)
    index.set(item[member], item)
  }
  return index
}

/** The description of an item: everything but its functions. */
function toDescription(item: object): JsonObject {
  const members = Object.entries(item).filter(
    ([name, value]) => value !== undefined && typeof value !== 'function' && name !== 'complete',
  )
  return Object.freeze(Object.fromEntries(members)) as JsonObject
}

function toContents(
  contents: ResourceContents,
  uri: string,
  mimeType: string | undefined,
): readonly JsonObject[] {
  const type = mimeType === undefined ? {} : { mimeType }
  if (typeof contents === 'string') return [{ uri, ...type, text: contents }]
  return 'blob' in contents ? [{ uri, ...type, ...contents }] : contents
}

function toMessages(messages: string | readonly JsonObject[]): readonly JsonObject[] {
  return typeof messages === 'string'
    ? [{ role: 'user', content: { type: 'text', text: messages } }]
    : messages
}

function readArguments(prompt: LocalPrompt, given: JsonObject): Readonly<Record<string, string>> {
  const args = onlyTexts(given)
  const missing = prompt.arguments?.find(
    ({ name, required }) => required === true && !Object.hasOwn(args, name),
  )
  if (missing === undefined) return args
  throw new RequestRefusedError(
    RPC_CODES.invalidParams,
    `The prompt ${quote(prompt.name)} needs the argument ${quote(missing.name)}.`,
  )
}

function onlyTexts(given: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
