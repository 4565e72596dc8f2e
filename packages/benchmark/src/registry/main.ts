#!/usr/bin/env node
import { processSurroundings } from '../command/evaluation-command.ts'
import { runRegistryCommand } from './command.ts'

process.exitCode = await runRegistryCommand(process.argv.slice(2), processSurroundings())
