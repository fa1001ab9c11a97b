import type { VerifyOptions } from '../../verify/index.ts'
import { type OptionDescription, type OptionValues, optionalText, UsageError } from '../command.ts'
import { type HookListener, isOnThisMachine, listenForHooks } from './hook-listener.ts'

/** The option `--hook-url` of `verify` and `compare`. */
export const hookUrl: OptionDescription = {
  type: 'string',
  placeholder: 'URL',
  summary:
    'Where the server reaches this machine, for deliveries of system hooks with --instance; a server on this machine needs none.',
}

type ReceivingRun = Pick<VerifyOptions, 'url' | 'instance'>

/**
 * Listens for deliveries of system hooks, which are only created with --instance. Throws a UsageError where an address
 * is given without it, or cannot be listened at.
 */
export async function receiveDeliveries(
  run: ReceivingRun,
  values: OptionValues,
): Promise<HookListener | undefined> {
  const address = optionalText(values, 'hook-url')
  if (address !== undefined && !run.instance) {
    throw new UsageError('--hook-url is for system hooks, which are made with --instance alone.')
  }
  return receivesDeliveries(run, values) ? listenForHooks(address) : undefined
}

/** Whether a run listens for deliveries: with an address for them, or where the server is on this machine. */
export function receivesDeliveries({ url, instance }: ReceivingRun, values: OptionValues): boolean {
  return (
    instance === true && (optionalText(values, 'hook-url') !== undefined || isOnThisMachine(url))
  )
}
