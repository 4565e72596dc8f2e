#!/usr/bin/env node
import { processSurroundings } from '../command/evaluation-command.ts'
import { runAttacksCommand } from './command.ts'

process.exitCode = await runAttacksCommand(process.argv.slice(2), processSurroundings())
