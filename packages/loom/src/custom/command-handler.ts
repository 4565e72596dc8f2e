import { type ExecFileException, execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { type JsonObject, type ToolResult, textResult } from '@toolscout/model'
import { CustomArgumentError, CustomToolFailedError } from '../errors.ts'
import { type CustomHandler, fillText, placesOf } from './fill-template.ts'
import { nameRun, type ProgramCall } from './program-call.ts'

/** Most bytes that a command may write to its output, and to its error output; it is killed beyond them. */
const MAX_COMMAND_OUTPUT_BYTES = 1_048_576

/**
 * Makes the function that runs a program. There is no shell that reads what a call brings: every element of `args` is one
 * argument, whatever is filled into it. Values that begin with a dash are refused where the program would take them for
 * options. Its environment is `PATH` and what the definition names, its folder the one for temporary files. An element with
 * a place for an argument that is not given is left out.
 *
 * @throws TypeError for a program that Windows runs by a shell, or a place where none may be.
 */
export function createCommandHandler(call: ProgramCall): CustomHandler {
  const { command, args: templates, env, stdin, readsJson } = call
  if (placesOf([command, env, ...call.first('')]).length > 0) {
    throw new TypeError(
      'only `args` and `stdin` have places for arguments; a script reads them there, by default as JSON.',
    )
  }
  if (/\.(?:bat|cmd)$/iu.test(command)) throw new TypeError('a batch file would be run by a shell.')
  return {
    places: [...placesOf([...templates]), ...placesOf(stdin ?? '')],
    run: async (args, { signal }) => {
      const plain = readsJson ? JSON.stringify(args) : ''
      const input = stdin === undefined ? plain : (fillText(stdin, args) ?? '')
      const name = nameRun()
      const argv = [...call.first(name), ...toArguments(templates, args)]
      try {
        return await runProgram({ command, env }, argv, { input, signal })
      } catch (error) {
        const stop = call.stop?.(name)
        // Its own signal has ended; this one ends with the program, which has little to do.
        if (stop) await runProgram({ command, env }, stop, { input: '' }).catch(() => {})
        throw error
      }
    },
  }
}

/** @throws CustomArgumentError `CUSTOM_ARGUMENT_REFUSED`. */
export function toArguments(templates: readonly string[], args: JsonObject): readonly string[] {
  let areOptionsOver = false
  return templates.flatMap((template) => {
    if (template === '--') areOptionsOver = true
    const [place] = placesOf(template)
    if (place === undefined) return template
    const filled = fillText(template, args, (value, name) => {
      if (value.includes('\0')) throw new CustomArgumentError(name, 'holds a NUL.')
      return value
    })
    if (filled === undefined) return []
    if (filled.startsWith('-') && !template.startsWith('-') && !areOptionsOver) {
      throw new CustomArgumentError(place, 'must not begin with "-": it would be an option.')
    }
    return filled
  })
}

function runProgram(
  { command, env }: Pick<ProgramCall, 'command' | 'env'>,
  argv: readonly string[],
  { input, signal }: { readonly input: string; readonly signal?: AbortSignal },
): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd: tmpdir(),
      env: { ...(process.env.PATH === undefined ? {} : { PATH: process.env.PATH }), ...env },
      ...(signal && { signal }),
      maxBuffer: MAX_COMMAND_OUTPUT_BYTES,
      windowsHide: true,
    } as const
    const child = execFile(command, argv, options, (error, output, errorOutput) => {
      if (error === null) return resolve(textResult(output))
      // The signal and the bound on output end it politely only.
      child.kill('SIGKILL')
      reject(signal?.aborted ? signal.reason : toFailure(error, errorOutput || output))
    })
    // A program that reads nothing closes its input, which is no failure of the call.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

function toFailure({ code, signal, message }: ExecFileException, output: string): CustomToolFailedError {
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
    return new CustomToolFailedError(`The command wrote more than ${MAX_COMMAND_OUTPUT_BYTES} bytes.`)
  }
  if (typeof code === 'string') return new CustomToolFailedError(`The command did not run: ${message}`)
  const how = typeof code === 'number' ? `ended with ${code}` : `was ended by ${signal}`
  return new CustomToolFailedError(`The command ${how}: ${output}`, code ?? undefined)
}
