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

/** The limit of the columns of GitLab 8.15, and of names in a file system. */
const MAX_NAME_LENGTH = 255

/**
 * Checks a short name by the rules of `git check-ref-format --branch`. Returns the reason where it is invalid, else
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
 * Finds an existing ref that cannot coexist with a new one, since one would be a file and the other a folder:
 * `refs/heads/a` and `refs/heads/a/b`. Both names are full. The name itself is no conflict.
 */
export function conflictingReference(repository: Repository, name: string): string | undefined {
  for (const existing of repository.refs.keys()) {
    if (existing.startsWith(`${name}/`) || name.startsWith(`${existing}/`)) return existing
  }
  return undefined
}

/** The folders of refs, for pushes of many refs: an operation takes time in proportion to the depth of the name. */
export class ReferenceFolders {
  /** The number of refs below each folder. */
  readonly #counts = new Map<string, number>()
  readonly #names: ReadonlyMap<string, unknown>

  /** @param names - the live map of refs by full name, which changes elsewhere. */
  constructor(names: ReadonlyMap<string, unknown>) {
    this.#names = names
    for (const name of names.keys()) this.add(name)
  }

  add(name: string): void {
    for (const folder of foldersOf(name)) {
      this.#counts.set(folder, (this.#counts.get(folder) ?? 0) + 1)
    }
  }

  remove(name: string): void {
    for (const folder of foldersOf(name)) {
      this.#counts.set(folder, (this.#counts.get(folder) ?? 0) - 1)
    }
  }

  /** Whether a ref would replace a folder of other refs, or lie below another ref. */
  isInTheWay(name: string): boolean {
    if ((this.#counts.get(name) ?? 0) > 0) return true
    for (const folder of foldersOf(name)) if (this.#names.has(folder)) return true
    return false
  }
}

function* foldersOf(name: string): Generator<string> {
  for (let end = name.indexOf('/'); end >= 0; end = name.indexOf('/', end + 1)) {
    yield name.slice(0, end)
  }
}
