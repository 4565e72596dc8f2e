#!/usr/bin/env node
import { processSurroundings } from '../command/evaluation-command.ts'
import { runRerankCommand } from './command.ts'

process.exitCode = await runRerankCommand(process.argv.slice(2), processSurroundings())
