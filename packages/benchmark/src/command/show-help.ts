/** Prints what a command does and takes, and ends it, when `--help` is among its parameters. */
export function showHelp(purpose: string, options: readonly string[] = []): void {
  if (!process.argv.slice(2).some((parameter) => parameter === '--help' || parameter === '-h')) return
  process.stdout.write(`${[purpose, ...options.map((option) => `  ${option}`)].join('\n')}\n`)
  process.exit(0)
}
