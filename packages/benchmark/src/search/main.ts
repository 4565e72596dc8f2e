#!/usr/bin/env node
import { runCommand } from './command.ts'
import { createJobRunner } from './run-job.ts'

process.exitCode = await runCommand(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  runJob: createJobRunner({ entry: new URL('./job-process.js', import.meta.url) }),
  now: () => new Date(),
})
