import { randomHex } from '@toolscout/model/internal'
import type { Implementation } from './implementation-shape.ts'

/** A program as a definition describes it. What it is and what it is first given has no places for arguments. */
export interface ProgramCall {
  readonly command: string
  /** Arguments before those with places, made for every call. */
  readonly first: (name: string) => readonly string[]
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Default: all arguments of the call as JSON, or nothing for a `command`. */
  readonly stdin: string | undefined
  readonly readsJson: boolean
  /** What ends what the program has started, where ending the program does not. */
  readonly stop?: ((name: string) => readonly string[]) | undefined
}

type Program = Extract<Implementation, { readonly type: 'command' | 'python' | 'shell' | 'docker' }>

const INTERPRETERS = { python: 'python3', shell: 'sh' } as const
/** Variables that would change the program that starts the container. */
const OF_DOCKER = /^(?:DOCKER_|LD_|PATH$|HOME$)/u

/**
 * The program that runs an implementation. A script is an argument as it is written; what a call brings never becomes a
 * part of it.
 *
 * @throws TypeError for a variable of a container that Docker itself would read.
 */
export function toProgramCall({ type, config }: Program): ProgramCall {
  const { args, env, stdin } = config
  const shared = { args, env, stdin }
  if (type === 'command') {
    return { ...shared, command: config.command, first: () => [], readsJson: false }
  }
  if (type === 'docker') return { ...shared, ...toDocker(config), readsJson: true }
  const command = config.interpreter ?? INTERPRETERS[type]
  // A shell takes the first of them for its own name.
  const first = ['-c', config.script, ...(type === 'shell' ? [command] : [])]
  return { ...shared, command, first: () => first, readsJson: true }
}

function toDocker({
  image,
  env,
  sandbox,
}: Extract<Program, { readonly type: 'docker' }>['config']): Pick<ProgramCall, 'command' | 'first' | 'stop'> {
  const names = Object.keys(env)
  const foreign = names.find((name) => OF_DOCKER.test(name) || !/^\w+$/u.test(name))
  if (foreign !== undefined) throw new TypeError(`a container is given no variable ${foreign}.`)
  const flags = [
    '--network',
    sandbox.network,
    ...flag('--memory', sandbox.memory_limit),
    ...flag('--cpus', sandbox.cpu_limit),
    ...flag('--pids-limit', sandbox.pids_limit?.toString()),
    ...(sandbox.readonly_rootfs === true ? ['--read-only'] : []),
    ...(sandbox.no_new_privileges === true ? ['--security-opt', 'no-new-privileges'] : []),
    ...sandbox.capabilities_drop.flatMap((name) => ['--cap-drop', name]),
    ...flag('--workdir', sandbox.working_dir),
    // By name alone, so that no value is seen in the list of processes.
    ...names.flatMap((name) => ['--env', name]),
  ]
  return {
    command: 'docker',
    first: (name) => ['run', '--rm', '--interactive', '--name', name, ...flags, image],
    stop: (name) => ['rm', '--force', name],
  }
}

function flag(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [name, value]
}

/** Names one run of a program. */
export function nameRun(): string {
  return `toolscout-${randomHex(8)}`
}
