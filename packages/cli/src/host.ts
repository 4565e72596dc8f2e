/** Where the command writes. */
export interface CliStream {
  readonly write: (text: string) => void
  /** Whether a person looks at it, so that it may have colours and progress. */
  readonly isTerminal: boolean
  /** Width in characters; absent when unknown. */
  readonly columns?: number | undefined
}

/** What the command has of the world; a process gives its own. */
export interface CliHost {
  readonly stdout: CliStream
  readonly stderr: CliStream
  /** Read only where `-` asks for it, for answers, and by `serve`; `isTTY` says that a person types it. */
  readonly stdin: AsyncIterable<Uint8Array | string> & { readonly isTTY?: boolean | undefined }
  /** Environment variables: of the configuration, of colours, of folders. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The working directory. */
  readonly cwd: string
  /** The user's home folder. */
  readonly home: string
  readonly platform: NodeJS.Platform
  /** How this process was started, so that other programs can start it too; absent where it is part of another. */
  readonly program?: { readonly node: string; readonly script: string }
  /** Ends what is under way when it aborts, children included. */
  readonly signal: AbortSignal
  /** Milliseconds since 1970. */
  readonly now: () => number
}
