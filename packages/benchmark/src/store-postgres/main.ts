#!/usr/bin/env node
// How long a catalog in a database takes to fill, to search and to follow.
import { runStoreBenchmark } from './command.ts'

process.exitCode = await runStoreBenchmark(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
})
