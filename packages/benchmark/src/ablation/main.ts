#!/usr/bin/env node
import { processSurroundings } from '../command/evaluation-command.ts'
import { runAblationCommand } from './command.ts'

process.exitCode = await runAblationCommand(process.argv.slice(2), processSurroundings())
