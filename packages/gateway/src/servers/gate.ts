/** Something that happens once, and can be waited for. */
export interface Gate {
  readonly opened: Promise<void>
  /** The second time changes nothing. */
  readonly open: () => void
}

/** Creates a gate that is shut. */
export function createGate(): Gate {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
