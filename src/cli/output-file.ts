import { accessSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { UsageError } from './command.ts'

/**
 * Looks whether a file can be written, before the work is done that it is to hold; it is not made yet.
 * Throws a UsageError that begins with the words that named it, such as `--output world.yaml`.
 */
export function checkWritable(words: string, file: string): void {
  const obstacle = obstacleTo(file)
  if (obstacle !== undefined) throw new UsageError(`${words} cannot be written: ${obstacle}.`)
}

function obstacleTo(file: string): string | undefined {
  const present = statSync(file, { throwIfNoEntry: false })
  if (present?.isDirectory()) return 'it is a folder'
  const folder = dirname(file)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return 'its folder is not there'
  try {
    accessSync(present ? file : folder, constants.W_OK)
    return undefined
  } catch {
    return present ? 'it may not be changed' : 'its folder may not be changed'
  }
}
