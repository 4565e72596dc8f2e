#!/usr/bin/env node
import { processSurroundings } from '../command/evaluation-command.ts'
import { runVerdictCommand } from './command.ts'

process.exitCode = await runVerdictCommand(process.argv.slice(2), processSurroundings())
