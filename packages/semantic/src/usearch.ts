export { type CreateUsearchIndex, loadUsearch, type UsearchOptions } from './usearch/usearch-index.ts'
