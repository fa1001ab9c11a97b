/**
 * Returns all items in a sequence in which each follows each other one, and itself, directly: n² + 1 items (a de Bruijn
 * sequence of pairs, which ends as it begins). The first item comes early and often, the last one late.
 *
 * @example
 * eachAfterEach(['open', 'close']) // ['open', 'open', 'close', 'close', 'open']
 */
export function eachAfterEach<T>(all: readonly T[]): readonly T[] {
  const circuit = all.flatMap((one, place) => [
    one,
    ...all.slice(place + 1).flatMap((later) => [one, later]),
  ])
  return [...circuit, ...all.slice(0, 1)]
}
