import { delayRule } from '../forge/faults/description.ts'
import type { ForgeOptions } from '../forge/options.ts'
import { type OptionValues, optionalText, UsageError } from './command.ts'

/** What `--delay` says to `createForge`. */
export function delayOption(values: OptionValues): Pick<ForgeOptions, 'delay'> {
  const delay = optionalText(values, 'delay')
  if (delay === undefined) return {}
  if (delayRule.accepts(delay)) return { delay }
  throw new UsageError(
    `--delay takes milliseconds up to an hour, 100 or a range such as 50..200, not "${delay}".`,
  )
}
