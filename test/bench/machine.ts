import { cpus, loadavg, totalmem } from 'node:os'

/** Where and when the bench ran, and how busy the machine was with other things. */
export interface Machine {
  readonly date: string
  readonly processor: string
  readonly cores: number
  readonly memory: string
  readonly node: string
  /** Processes that ran or waited to run, over the minute before the bench began. */
  readonly loadBefore: number
}

export function describeMachine(): Machine {
  const [{ model } = { model: 'unknown' }] = cpus()
  return {
    date: new Date().toISOString().slice(0, 10),
    processor: model.trim(),
    cores: cpus().length,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    node: process.version,
    loadBefore: loadavg()[0] ?? 0,
  }
}

/** When and where, in a line. */
export function nameMachine({ date, processor, cores, memory, node }: Machine): string {
  return `${date}, ${processor}, ${cores} cores, ${memory}, Node ${node}`
}

/** What the numbers are worth. */
export function writeMachine(machine: Machine, noise: number): string {
  const { cores, loadBefore } = machine
  const isBusy = loadBefore > cores / 4
  const busy = isBusy
    ? 'Other programs were running: the shares hold better than the times.'
    : 'Nothing else was running.'
  return [
    `${nameMachine(machine)}.`,
    `Load before: ${loadBefore.toFixed(1)}; from round to round the yardstick itself differed by ${(100 * noise).toFixed(0)} %.`,
    busy,
  ].join(' ')
}
