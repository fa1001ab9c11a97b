import { inWords } from '../shared/options.ts'
import { suggestion } from '../shared/suggestion.ts'
import { ControlError } from './control-error.ts'

/** The name of the world that exists from the beginning. */
export const defaultWorld = 'default'

/**
 * Names stand unescaped in paths, headers and cookies. `/w/website.git` is a project of the group `w`, so no name ends
 * in `.git`.
 */
const form = /^[a-z0-9][a-z0-9._-]{0,62}$/i

const rule =
  'must have 1 to 63 letters, digits, dots, hyphens and underscores, begin with a letter or a digit and not end in .git'

/** Whether a text can be the name of a world. */
export const isWorldName = (name: string): boolean =>
  form.test(name) && !name.toLowerCase().endsWith('.git')

/** @throws ControlError where a text cannot be the name of a world; it states the rule. */
export function checkWorldName(name: string): void {
  if (!isWorldName(name)) {
    throw new ControlError(400, `The name of a world ${rule}; got ${inWords(name)}`)
  }
}

/** Returns the names of all worlds. */
export function namesOf(worlds: { list(): readonly { readonly name: string }[] }): string[] {
  return worlds.list().map(({ name }) => name)
}

/** @throws ControlError 404, for a name that no world has; it suggests the closest known name. */
export function missingWorld(name: string, known: readonly string[] = []): never {
  throw new ControlError(404, `There is no world "${name}"${suggestion(name, known)}`)
}

/** @throws ControlError 409, for a name that a world has already. */
export function takenWorld(name: string): never {
  throw new ControlError(409, `There is a world "${name}" already`)
}

/** @throws ControlError 409, where no world is allowed beside the default one. */
export function noFurtherWorlds(): never {
  throw new ControlError(
    409,
    'There are no worlds beside the default one: maxWorlds (--max-worlds) is 0',
  )
}

/** @throws ControlError 409, for the default world, which cannot be removed. */
export function checkRemovable(name: string): void {
  if (name === defaultWorld) throw new ControlError(409, 'The default world cannot be removed')
}

/** Returns the number of the first name of `w1`, `w2`, … that is free, counting from `first`. */
export function freeWorldName(first: number, isTaken: (name: string) => boolean): number {
  let number = first
  while (isTaken(`w${number}`)) number++
  return number
}
