#!/usr/bin/env node
import { processSurroundings } from '../command/evaluation-command.ts'
import { runQualityCommand } from './command.ts'

process.exitCode = await runQualityCommand(process.argv.slice(2), processSurroundings())
