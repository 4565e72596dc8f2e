#!/usr/bin/env node
import { processSurroundings } from '../command/evaluation-command.ts'
import { runLintCommand } from './command.ts'

process.exitCode = await runLintCommand(process.argv.slice(2), processSurroundings())
