import type { SearchField } from '@toolscout/model/internal'

/** Fields that have text in the corpus. */
export type WeighedField = Exclude<SearchField, 'output' | 'notes'>

/** What a word counts in each field: the same for every engine that can weigh fields. */
export const FIELD_WEIGHTS: { readonly [field in WeighedField]: number } = Object.freeze({
  name: 3,
  title: 2,
  namespace: 1,
  description: 1,
  parameters: 0.75,
  parameterTexts: 0.25,
  values: 0.25,
  tags: 1,
})

/** The fields of {@link FIELD_WEIGHTS}, in order. */
export const WEIGHED_FIELDS: readonly WeighedField[] = Object.freeze(
  Object.keys(FIELD_WEIGHTS),
) as readonly WeighedField[]

/** Saturation and length normalization of BM25: Robertson's usual values, for every engine that takes them. */
export const BM25_PARAMETERS: { readonly k1: number; readonly b: number } = Object.freeze({
  k1: 1.2,
  b: 0.75,
})
