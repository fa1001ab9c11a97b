/** What looks at the writes of a suite; `forge.db` has one for each collection. */
interface Guarded {
  guard: { readonly isSuiteAtWork: () => boolean }
}

/** Writes what `forge.db` refuses a suite, such as a second record of a unique name: a fault does. */
export function unguarded<T>(collection: Guarded, step: () => T): T {
  const { guard } = collection
  collection.guard = { ...guard, isSuiteAtWork: () => false }
  try {
    return step()
  } finally {
    collection.guard = guard
  }
}
