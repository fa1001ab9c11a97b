/** Does something with each entry of a list, and its path. */
export function each<T>(
  entries: readonly T[] | undefined,
  name: string,
  step: (entry: T, path: string) => void,
): void {
  for (const [index, entry] of (entries ?? []).entries()) step(entry, `${name}[${index}]`)
}
