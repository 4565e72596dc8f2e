import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'

/** A text for each of many numbers; those that were saved become texts when they are asked for. */
export interface TextList {
  /** Numbers up to this one were given a text; the others have none. */
  readonly length: number
  /** The text of a number, empty where there is none. */
  readonly get: (number: number) => string
  readonly set: (number: number, text: string) => void
  readonly save: (out: SectionWriter) => void
}

/** Code units that are made a text at once, far below what a call can take. */
const PIECE = 4_096

/** Creates an empty {@link TextList}, or the one that was saved. */
export function createTextList(saved?: SectionReader): TextList {
  const units = saved?.next(Uint16Array) ?? new Uint16Array(0)
  const starts = saved?.next(Uint32Array) ?? new Uint32Array(1)
  const savedLength = starts.length - 1
  /** In place of what was saved. */
  const changed = new Map<number, string>()
  /** By number, less those that were saved. */
  const added: string[] = []

  const get = (number: number): string => {
    if (number >= savedLength) return added[number - savedLength] ?? ''
    return changed.get(number) ?? textOf(units, starts[number] as number, starts[number + 1] as number)
  }
  return {
    get length() {
      return savedLength + added.length
    },
    get,
    set: (number, text) => {
      if (number < savedLength) {
        changed.set(number, text)
        return
      }
      while (added.length < number - savedLength) added.push('')
      added[number - savedLength] = text
    },
    save: (out) => {
      const texts = Array.from({ length: savedLength + added.length }, (_, number) => get(number))
      const ends = new Uint32Array(texts.length + 1)
      for (const [i, text] of texts.entries()) ends[i + 1] = (ends[i] as number) + text.length
      const all = new Uint16Array(ends[texts.length] as number)
      let at = 0
      for (const text of texts) for (let i = 0; i < text.length; i += 1) all[at++] = text.charCodeAt(i)
      out.add(all)
      out.add(ends)
    },
  }
}

/** The text that code units spell. */
export function textOf(units: Uint16Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at += PIECE) {
    text += String.fromCharCode(...units.subarray(at, Math.min(end, at + PIECE)))
  }
  return text
}
