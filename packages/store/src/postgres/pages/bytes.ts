import { StoreDamagedError } from '@toolscout/model'
import { STORE } from '../failures.ts'

/** A place in bytes that is read from. */
export interface ByteCursor {
  readonly bytes: Uint8Array
  at: number
}

/** Bytes that are written one after the other. */
export interface ByteWriter {
  readonly size: number
  readonly byte: (value: number) => void
  /** A whole number from 0 up, seven bits a byte, the lowest first. */
  readonly varint: (value: number) => void
  /** Four bytes, the lowest first. */
  readonly int32: (value: number) => void
  readonly append: (bytes: Uint8Array) => void
  /** A copy of what was written; the writer begins anew. */
  readonly take: () => Uint8Array
}

/** Creates a {@link ByteWriter}. */
export function createByteWriter(room = 4_096): ByteWriter {
  let bytes = new Uint8Array(room)
  let size = 0
  const reserve = (more: number): void => {
    if (size + more <= bytes.length) return
    const wider = new Uint8Array(Math.max(2 * bytes.length, size + more))
    wider.set(bytes)
    bytes = wider
  }
  return {
    get size() {
      return size
    },
    byte: (value) => {
      reserve(1)
      bytes[size++] = value
    },
    varint: (value) => {
      reserve(8)
      let left = value
      while (left >= 128) {
        bytes[size++] = (left % 128) | 128
        left = Math.floor(left / 128)
      }
      bytes[size++] = left
    },
    int32: (value) => {
      reserve(4)
      for (let shift = 0; shift < 32; shift += 8) bytes[size++] = value >>> shift
    },
    append: (more) => {
      reserve(more.length)
      bytes.set(more, size)
      size += more.length
    },
    take: () => {
      const taken = bytes.slice(0, size)
      size = 0
      return taken
    },
  }
}

/** Reads what `varint` wrote. @throws StoreDamagedError `STORE_DAMAGED` when it has no end. */
export function readVarint(cursor: ByteCursor): number {
  const { bytes } = cursor
  let byte = bytes[cursor.at++] as number
  if (byte < 128) return byte
  let value = byte & 127
  for (let scale = 128; scale < 2 ** 50; scale *= 128) {
    byte = bytes[cursor.at++] as number
    value += (byte & 127) * scale
    if (byte < 128) return value
  }
  throw damaged()
}

/** Reads what `int32` wrote. */
export function readInt32({ bytes, at }: ByteCursor): number {
  return (
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  )
}

/** For bytes that are none of ours. */
export function damaged(what = 'A part of the search index'): StoreDamagedError {
  return new StoreDamagedError(STORE, `${what} cannot be read. Call repair().`)
}

/** A whole number with its sign in the lowest bit. */
export function toZigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value
}

export function fromZigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2
}
