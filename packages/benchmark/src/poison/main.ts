#!/usr/bin/env node
import { processSurroundings } from '../command/evaluation-command.ts'
import { runPoisonCommand } from './command.ts'

process.exitCode = await runPoisonCommand(process.argv.slice(2), processSurroundings())
