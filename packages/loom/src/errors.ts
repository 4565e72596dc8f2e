import { ToolscoutError } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'

/** Where in a folder something is wrong. */
export interface CustomToolDetails {
  /** Name of the file in its folder. */
  readonly file: string
  /** Member of the definition, such as `spec.implementation.config.endpoint`; empty when it is the file as a whole. */
  readonly path: string
}

/** `CUSTOM_TOOL_INVALID`: a file does not hold a definition of a tool. What it held before stays. */
export class CustomToolError extends ToolscoutError<CustomToolDetails> {
  constructor(why: string, details: CustomToolDetails) {
    const where = details.path === '' ? '' : `${details.path}: `
    super('CUSTOM_TOOL_INVALID', `${quote(details.file)} defines no tool: ${where}${why}`, { details })
  }
}

/** `CUSTOM_TOOL_NOT_ALLOWED`: what runs the tool was not allowed in this folder. The tool leaves. */
export class CustomToolNotAllowedError extends ToolscoutError<CustomToolDetails> {
  constructor(why: string, details: CustomToolDetails) {
    super('CUSTOM_TOOL_NOT_ALLOWED', `The tool of ${quote(details.file)} was left out: ${why}`, { details })
  }
}

/** `CUSTOM_FOLDER_UNREADABLE`: a folder of definitions cannot be read. Its tools stay. */
export class CustomFolderError extends ToolscoutError<{ readonly folder: string }> {
  constructor(folder: string, why: string, cause?: unknown) {
    super('CUSTOM_FOLDER_UNREADABLE', `The folder ${quote(folder)} cannot be read: ${why}`, {
      details: { folder },
      cause,
    })
  }
}

/** `LOOM_CONFIG_INVALID`: a configuration of Loom cannot be read, or says what is not done here. */
export class LoomConfigError extends ToolscoutError<{
  /** Member of the configuration, such as `tools.hooks[0].kind`; empty when it is the text as a whole. */
  readonly path: string
}> {
  constructor(path: string, why: string) {
    super('LOOM_CONFIG_INVALID', `${path === '' ? 'The configuration of Loom' : path}: ${why}`, {
      details: { path },
    })
  }
}

/** `CUSTOM_ARGUMENT_REFUSED`: an argument has no place where the definition puts it. The tool did not run. */
export class CustomArgumentError extends ToolscoutError<{
  readonly argument: string
  readonly outcome: 'notRun'
}> {
  constructor(argument: string, why: string) {
    super('CUSTOM_ARGUMENT_REFUSED', `The argument ${quote(argument)} ${why}`, {
      details: { argument, outcome: 'notRun' },
    })
  }
}

/** `CUSTOM_TOOL_FAILED`: what runs a custom tool answered that it failed, or nothing that can be read. */
export class CustomToolFailedError extends ToolscoutError<{
  /** Status of an HTTP answer, or exit code of a command. */
  readonly status?: number
}> {
  constructor(message: string, status?: number) {
    super('CUSTOM_TOOL_FAILED', message, { details: status === undefined ? {} : { status } })
  }
}
