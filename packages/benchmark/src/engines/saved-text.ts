import type { EngineIndex, SavedIndex } from './engine.ts'

/**
 * The saved form of engines that write text: encoded as a file holds it, because an index that is a string of
 * this process is not saved yet.
 */
export function toSavedText<Document>(
  text: string,
  read: (text: string) => Promise<EngineIndex<Document>>,
): SavedIndex<Document> {
  const bytes = Buffer.from(text)
  return { bytes: bytes.length, restore: () => read(bytes.toString()) }
}
