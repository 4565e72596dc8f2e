export { findNewerNode } from './newer-node.ts'
