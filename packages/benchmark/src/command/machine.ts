import { cpus, release, totalmem, type } from 'node:os'

/** Where figures come from; figures of different machines do not compare. */
export interface Machine {
  readonly cpu: string
  readonly cores: number
  readonly memoryGb: number
  readonly node: string
  readonly os: string
}

/** This machine. */
export function describeMachine(): Machine {
  const processors = cpus()
  return {
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    os: `${type()} ${release()} ${process.arch}`,
  }
}
