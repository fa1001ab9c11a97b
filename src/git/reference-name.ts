import type { Repository } from './repository.ts'

const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'is empty'],
  [/^@$/, 'is a single @'],
  [/^-/, 'begins with a dash'],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what the rule forbids
  [/[\0-\x1f\x7f]/, 'has a control character'],
  [/ /, 'has a space'],
  [/[~^:?*[\\]/, 'has one of the characters ~ ^ : ? * [ \\'],
  [/\.\./, 'has two dots in a row'],
  [/@\{/, 'has the sequence @{'],
  [/^\/|\/$|\/\//, 'begins or ends with a slash, or has two in a row'],
  [/\.$/, 'ends with a dot'],
  [/(^|\/)\./, 'has a component that begins with a dot'],
  [/\.lock(\/|$)/, 'has a component that ends with .lock'],
  [/\p{Surrogate}/u, 'is no valid text'],
]

/** What the columns of GitLab 8.15 hold, and what a file of git's may be called. */
const MAX_NAME_LENGTH = 255

/**
 * The rules of `git check-ref-format --branch`. Gives the reason why a short name will not do, or
 * undefined.
 */
export function checkReferenceName(name: string): string | undefined {
  if ([...name.slice(0, 2 * MAX_NAME_LENGTH + 2)].length > MAX_NAME_LENGTH) {
    return `The name '${name.slice(0, MAX_NAME_LENGTH)}…' is longer than ${MAX_NAME_LENGTH} characters.`
  }
  const broken = FORBIDDEN.find(([pattern]) => pattern.test(name))
  if (broken !== undefined) return `The name '${name}' ${broken[1]}.`
  return name === 'HEAD' ? "The name 'HEAD' is reserved." : undefined
}

/**
 * An existing reference that a new one cannot stand beside, as a file cannot stand beside a folder of its
 * name: `refs/heads/a` and `refs/heads/a/b`. Both names are full. The name itself does not count.
 */
export function conflictingReference(repository: Repository, name: string): string | undefined {
  for (const existing of repository.refs.keys()) {
    if (existing.startsWith(`${name}/`) || name.startsWith(`${existing}/`)) return existing
  }
  return undefined
}
