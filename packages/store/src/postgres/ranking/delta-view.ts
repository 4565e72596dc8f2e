import type { ForwardDocument } from '../pages/forward-document.ts'

/** A document that is not a part of a segment yet. */
export interface DeltaDocument extends ForwardDocument {
  readonly number: number
  isDead: boolean
}

/** What was appended and is not sealed, by its words. */
export interface DeltaView {
  /** In the order in which they came, those that are gone among them; a place here is what a posting names. */
  readonly documents: readonly DeltaDocument[]
  /** Documents that are there. */
  readonly live: number
  readonly documentOf: (number: number) => DeltaDocument | undefined
  readonly add: (document: ForwardDocument, number: number) => void
  /** Marks a document as gone, by its number; says whether it was here. */
  readonly bury: (number: number) => boolean
  /** Postings of a term, read with {@link placeOf} and {@link frequencyOf}. */
  readonly postingsOf: (key: number) => readonly number[]
  /** Documents that hold a term and are there. */
  readonly liveCount: (key: number) => number
  /** What is left when all up to that number were sealed. */
  readonly after: (sealedTo: number) => DeltaView
}

/** Two bytes of a posting are for the frequency, the others for the place; objects would take five times the room. */
const FREQUENCY_ROOM = 65_536

/** The place of the document of a posting. */
export function placeOf(posting: number): number {
  return Math.floor(posting / FREQUENCY_ROOM)
}

/** How often the term stands in the document of a posting, in steps. */
export function frequencyOf(posting: number): number {
  return posting % FREQUENCY_ROOM
}

const NONE: readonly number[] = []

/** An empty {@link DeltaView}. */
export function createDeltaView(): DeltaView {
  const documents: DeltaDocument[] = []
  const places = new Map<number, number>()
  const postings = new Map<number, number[]>()
  let live = 0
  const documentOf = (number: number): DeltaDocument | undefined => documents[places.get(number) ?? -1]
  return {
    documents,
    get live() {
      return live
    },
    documentOf,
    add: (document, number) => {
      const place = documents.push({ ...document, number, isDead: false }) - 1
      places.set(number, place)
      live += 1
      const { terms, frequencies } = document
      for (let i = 0; i < terms.length; i += 1) {
        const key = terms[i] as number
        const posting = place * FREQUENCY_ROOM + (frequencies[i] as number)
        const known = postings.get(key)
        if (known === undefined) postings.set(key, [posting])
        else known.push(posting)
      }
    },
    bury: (number) => {
      const document = documentOf(number)
      if (document?.isDead === false) {
        document.isDead = true
        live -= 1
      }
      return document !== undefined
    },
    postingsOf: (key) => postings.get(key) ?? NONE,
    liveCount: (key) => {
      let count = 0
      for (const posting of postings.get(key) ?? NONE) if (!documents[placeOf(posting)]?.isDead) count += 1
      return count
    },
    after: (sealedTo) => {
      const left = createDeltaView()
      for (const document of documents) {
        if (document.number > sealedTo && !document.isDead) left.add(document, document.number)
      }
      return left
    },
  }
}
