#!/usr/bin/env node
import { processSurroundings } from '../command/evaluation-command.ts'
import { runNamesCommand } from './command.ts'

process.exitCode = await runNamesCommand(process.argv.slice(2), processSurroundings())
