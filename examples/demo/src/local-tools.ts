import type { RegisterOptions, ToolSet } from '@toolscout/discovery'
import { z } from 'zod'

/** A few functions of this process, as an application would have them beside its servers. */
export const localTools: ToolSet = {
  current_time: {
    title: 'Current time',
    description: 'Tell the date and time of day in any time zone of the world',
    inputSchema: z.object({
      timeZone: z.string().default('UTC').describe('IANA name, such as Europe/Zurich'),
    }),
    annotations: { readOnlyHint: true },
    execute: ({ timeZone }: { timeZone: string }) =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long', timeZone }).format(new Date()),
  },
  word_count: {
    description: 'Count the words, characters and lines of a text',
    inputSchema: z.object({ text: z.string() }),
    annotations: { readOnlyHint: true },
    execute: ({ text }: { text: string }) => ({
      words: text.split(/\s+/u).filter(Boolean).length,
      characters: [...text].length,
      lines: text.split('\n').length,
    }),
  },
  roll_dice: {
    description: 'Throw dice and add up what they show',
    inputSchema: z.object({ count: z.int().min(1).max(100).default(2), sides: z.int().min(2).default(6) }),
    execute: ({ count, sides }: { count: number; sides: number }) =>
      Array.from({ length: count }, () => 1 + Math.floor(Math.random() * sides)).reduce(
        (sum, die) => sum + die,
        0,
      ),
  },
}

/** What is worth knowing about them beyond their definitions. */
export const localToolDocs: RegisterOptions['toolDocs'] = {
  current_time: {
    notes: 'Summer time is taken into account. Names of cities work when they are part of an IANA name.',
    examples: [{ title: 'In Japan', arguments: { timeZone: 'Asia/Tokyo' } }],
  },
}
