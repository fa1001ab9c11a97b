interface Link {
  readonly url: URL
  readonly relation: string
}

/** The links of an answer's header, in its order. */
export function linksOf({ headers }: Response): readonly Link[] {
  const found = (headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="([^"]*)"/g)
  return [...found].flatMap(([, url, relation]) =>
    url === undefined || relation === undefined ? [] : [{ url: new URL(url), relation }],
  )
}

/** The header of the links, each with another URL. */
export function linkHeader(links: readonly Link[], change: (link: Link) => URL): string {
  return links.map((link) => `<${change(link).href}>; rel="${link.relation}"`).join(', ')
}

/** Where the first of two texts stands by their code units: -1 before the other, 1 after it, 0 at its place. */
export function compareUnits(one: unknown, other: unknown): number {
  const [first, second] = [String(one), String(other)]
  if (first === second) return 0
  return first < second ? -1 : 1
}

/** The same with every number in them compared by its value. */
export function compareVersions(one: unknown, other: unknown): number {
  const padded = (text: unknown) =>
    String(text).replace(/\d+/g, (digits) => digits.padStart(20, '0'))
  return compareUnits(padded(one), padded(other))
}

/** Puts records with the same key together, in the order of the first of each. */
export function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): Item[] {
  const groups = new Map<unknown, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return [...groups.values()].flat()
}
