import { type Collections, collectionNames, makeCollections } from './collections.ts'

type Name = keyof Collections
export type AnyCollection = Collections[Name]

/** What is done with each collection once it is made, before anybody sees it. */
type Prepare = (name: Name, collection: AnyCollection) => void

/**
 * Collections that are made when they are first asked for: most forks of a world are asked for a few of
 * them. All stores have the same accessors, so what reads a collection runs as fast in one as in another
 * of a thousand.
 */
class CollectionsOnDemand {
  readonly #made: (AnyCollection | undefined)[] = collectionNames.map(() => undefined)
  readonly #prepare: Prepare
  #all: Collections | undefined

  constructor(prepare: Prepare) {
    this.#prepare = prepare
  }

  static {
    for (const [place, name] of collectionNames.entries()) {
      Object.defineProperty(CollectionsOnDemand.prototype, name, {
        get(this: CollectionsOnDemand) {
          return this.#made[place] ?? this.#make(name, place)
        },
      })
    }
  }

  /** All of them, and nothing else; those that nobody asked for are made now. */
  get collections(): Collections {
    this.#all ??= Object.fromEntries(
      collectionNames.map((name, place) => [name, this.#made[place] ?? this.#make(name, place)]),
    ) as Collections
    return this.#all
  }

  /** The collection of a name where somebody asked for it. */
  protected made(name: Name): AnyCollection | undefined {
    return this.#made[collectionNames.indexOf(name)]
  }

  #make(name: Name, place: number): AnyCollection | undefined {
    const together = Object.entries(makeCollections(name)) as [Name, AnyCollection][]
    for (const [each, collection] of together) {
      this.#made[collectionNames.indexOf(each)] = collection
    }
    for (const [each, collection] of together) this.#prepare(each, collection)
    return this.#made[place]
  }
}

/** The class with the accessors that it defines for each collection. */
export const LazyCollections = CollectionsOnDemand as unknown as new (
  prepare: Prepare,
) => CollectionsOnDemand & Collections
