/** Memory of a WebAssembly instance; its buffer is another one after it has grown. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer
  readonly grow: (pages: number) => number
}

/** The part of the platform's `WebAssembly` that is used here; Node's types leave it to the browser's. */
export interface WasmPlatform {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (
    module: object,
    imports: { readonly store: { readonly memory: WasmMemory } },
  ) => { readonly exports: unknown }
  readonly Memory: new (limits: { readonly initial: number; readonly maximum: number }) => WasmMemory
}

/** The platform's WebAssembly; `undefined` where there is none. */
export function findWebAssembly(): WasmPlatform | undefined {
  const found: unknown = Reflect.get(globalThis, 'WebAssembly')
  return found as WasmPlatform | undefined
}
