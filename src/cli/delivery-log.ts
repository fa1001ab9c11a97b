import type { HookDelivery } from '../forge/hooks/hook-delivery.ts'
import type { Colours } from './colours.ts'
import { deliveryLine } from './log-lines.ts'

/**
 * Makes the function that writes a line on each delivery to a system hook. That one fails as the last
 * one of its hook did is said once: a receiver that is not there would fill the log with every write.
 */
export function createDeliveryLog(
  write: (line: string) => void,
  colours: Colours,
): (delivery: HookDelivery) => void {
  const lastErrors = new Map<number, string | undefined>()
  return (delivery) => {
    const { hook_id, error } = delivery
    const isKnown = error !== undefined && lastErrors.get(hook_id) === error
    lastErrors.set(hook_id, error)
    if (isKnown) return
    write(deliveryLine(delivery, colours))
    if (error !== undefined)
      write(colours.dim(`  hook ${hook_id}: the same error is not shown again`))
  }
}
