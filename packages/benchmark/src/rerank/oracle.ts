import type { CatalogTool } from '@toolscout/evaluation'
import type { JudgedQuery } from '@toolscout/evaluation/internal'

/** Most tools an oracle chooses, as the prompt asks for. */
const MOST_CHOSEN = 10
/** How foreign signs are written where a model reads them. */
const SHOWN: { readonly [sign: string]: string } = {
  '<': '(',
  '[': '(',
  '{': '(',
  '>': ')',
  ']': ')',
  '}': ')',
}

/** A tool as the line of a prompt begins with it. */
interface ShownTool {
  readonly id: string
  readonly heads: readonly string[]
}

/** A model that knows the judgments of a set and nothing but the prompt of what is to be ranked. */
export interface Oracle {
  /** Names the query whose prompts come next, and how often the oracle errs, from 0 to 1. */
  readonly expect: (query: JudgedQuery, errors: number) => void
  /** Answers a prompt with numbers, as a model does. */
  readonly answer: (prompt: string) => string
}

/**
 * Creates an oracle for a catalog. It reads the very prompt: a right tool counts only if a line says its name, so what
 * was cut away or never retrieved is lost. Where it errs, a wrong candidate stands before the right ones.
 */
export function createOracle(tools: readonly CatalogTool[], random: () => number): Oracle {
  const byId = new Map(tools.map((tool) => [tool.id, toShownTool(tool)]))
  let expected: { readonly query: JudgedQuery; readonly errors: number } | undefined
  return {
    expect: (query, errors) => {
      expected = { query, errors }
    },
    answer: (prompt) => {
      const { query, errors } = expected ?? { query: undefined, errors: 0 }
      const right = [...(query?.relevance ?? [])]
        .sort(([, a], [, b]) => b - a)
        .flatMap(([id]) => byId.get(id) ?? [])
      const lines = candidatesIn(prompt)
      const chosen = right.flatMap(({ heads }) =>
        lines.flatMap(({ index, text }) => (heads.some((head) => text.startsWith(head)) ? [index] : [])),
      )
      const isWrong = random() < errors
      const wrong = lines.filter(({ index }) => !chosen.includes(index))
      const mistake = isWrong ? wrong[Math.floor(random() * wrong.length)] : undefined
      const answer = [...(mistake === undefined ? [] : [mistake.index]), ...new Set(chosen)]
      return answer.slice(0, MOST_CHOSEN).join(',') || '0'
    },
  }
}

/** The numbered lines of a prompt. */
export function candidatesIn(prompt: string): readonly { readonly index: number; readonly text: string }[] {
  return [...prompt.matchAll(/^(\d+) "([^"\n]*)"$/gm)].map(([, index, text = '']) => ({
    index: Number(index),
    text,
  }))
}

function toShownTool({ id, name, namespace = '' }: CatalogTool): ShownTool {
  const shown = (text: string): string =>
    text
      .replace(/\s+/gu, ' ')
      .trim()
      .replace(/[<>[\]{}]/g, (sign) => SHOWN[sign] ?? sign)
  const heads = [`${shown(`${namespace} ${name}`)}(`]
  if (name.toLowerCase().startsWith(namespace.toLowerCase())) heads.push(`${shown(name)}(`)
  return { id, heads }
}
