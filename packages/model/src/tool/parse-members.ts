import { copyJson, isJsonObject } from '../internal/json/json.ts'
import { hasHiddenCharacters } from '../internal/text/clean-text.ts'
import type { DefinitionReader } from './definition-reader.ts'
import type { ToolAnnotations, ToolExample, ToolIcon } from './tool.ts'

/** Most icons and examples of one tool that are read; the rest is left out with a notice. */
const MAX_ICONS = 20
const MAX_EXAMPLES = 50
const MAX_ICON_SOURCE_LENGTH = 65_536
const MAX_ICON_TEXT_LENGTH = 128
const MAX_EXAMPLE_TEXT_LENGTH = 2_000

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const

/** Reads `annotations`: the hints MCP defines. What is no boolean is no hint and is left out with a notice. */
export function parseAnnotations(reader: DefinitionReader): ToolAnnotations | undefined {
  const found = reader.value('annotations')
  if (found === undefined) return undefined
  if (!isJsonObject(found)) throw reader.wrongType('annotations', found, 'an object')
  const annotations: { -readonly [hint in keyof ToolAnnotations]: ToolAnnotations[hint] } = {}
  const title = found.title
  if (typeof title === 'string') annotations.title = reader.cleaned('annotations.title', title, 512)
  for (const hint of HINTS) {
    const value = found[hint]
    if (typeof value === 'boolean') annotations[hint] = value
    else if (value !== undefined && value !== null) ignore(reader, `annotations.${hint}`)
  }
  return Object.freeze(annotations)
}

/** What a program that shows icons may load: nothing that runs, and nothing of this machine (MCP 2025-11-25, Icons). */
function isIconSource(src: unknown): src is string {
  if (typeof src !== 'string' || src.length > MAX_ICON_SOURCE_LENGTH || hasHiddenCharacters(src)) return false
  if (/^data:image\//i.test(src)) return true
  return URL.canParse(src) && new URL(src).protocol === 'https:'
}

/** Reads `icons`; an icon that is neither at an `https:` URL nor a picture in a `data:` URL is left out with a notice. */
export function parseIcons(reader: DefinitionReader): readonly ToolIcon[] | undefined {
  const icons = readList(reader, 'icons', MAX_ICONS, (item, path) => {
    const src = item.src
    if (!isIconSource(src)) return undefined
    const { mimeType, sizes, theme } = item
    const text = (member: string, value: unknown): string | undefined =>
      typeof value === 'string' ? reader.cleaned(`${path}.${member}`, value, MAX_ICON_TEXT_LENGTH) : undefined
    return {
      src,
      mimeType: text('mimeType', mimeType),
      sizes: Array.isArray(sizes)
        ? reader.listOf(
            `${path}.sizes`,
            sizes.filter((size): size is string => typeof size === 'string'),
          )
        : undefined,
      theme: text('theme', theme),
    }
  })
  return icons as readonly ToolIcon[] | undefined
}

/** Reads `examples`; an example whose arguments are no object is left out with a notice. */
export function parseExamples(reader: DefinitionReader): readonly ToolExample[] | undefined {
  const examples = readList(reader, 'examples', MAX_EXAMPLES, (item, path) => {
    const given = item.arguments
    if (!isJsonObject(given)) return undefined
    const text = (member: string): string | undefined => {
      const value = item[member]
      return typeof value === 'string'
        ? reader.cleaned(`${path}.${member}`, value, MAX_EXAMPLE_TEXT_LENGTH)
        : undefined
    }
    return {
      title: text('title'),
      description: text('description'),
      arguments: copyJson(given),
      resultHint: text('resultHint'),
    }
  })
  return examples as readonly ToolExample[] | undefined
}

function readList(
  reader: DefinitionReader,
  member: string,
  maxItems: number,
  read: (item: { readonly [member: string]: unknown }, path: string) => object | undefined,
): readonly object[] | undefined {
  const found = reader.value(member)
  if (found === undefined) return undefined
  if (!Array.isArray(found)) throw reader.wrongType(member, found, 'a list')
  const items: object[] = []
  found.slice(0, maxItems).forEach((item: unknown, i) => {
    const path = `${member}[${i}]`
    const parsed = isJsonObject(item) ? read(item, path) : undefined
    if (parsed === undefined) ignore(reader, path)
    else items.push(Object.freeze(withoutUndefined(parsed)))
  })
  if (found.length > maxItems) ignore(reader, `${member}[${maxItems}…]`)
  return Object.freeze(items)
}

function ignore(reader: DefinitionReader, path: string): void {
  reader.notice('MEMBER_IGNORED', path, `${path} is not what MCP defines and was left out.`)
}

function withoutUndefined(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}
