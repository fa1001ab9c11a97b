/** Saves changes, so that nobody is answered before what the answer says is kept. */
export interface Saver {
  /** Resolves once every change until now is saved; rejects where it could not be. */
  saved(hasChanged: boolean): Promise<void>
}

/**
 * Saves one after the other: what changes while one saving is under way waits for the next, together
 * with all that come by then, so that ten requests at once cost two savings and not ten. `save`
 * saves the world as it is when it is called. After a failure nothing is saved any more: what is in
 * memory and what is stored are two different worlds then.
 */
export function createSaver(save: () => Promise<void>): Saver {
  let underWay: Promise<void> | undefined
  let next: Promise<void> | undefined
  let failure: { readonly error: unknown } | undefined

  async function saveNow(): Promise<void> {
    if (failure) throw failure.error
    try {
      await save()
    } catch (error) {
      failure = { error }
      throw error
    }
  }

  function begin(): Promise<void> {
    next = undefined
    const saving = saveNow().finally(() => {
      underWay = undefined
    })
    underWay = saving
    return saving
  }

  return {
    async saved(hasChanged) {
      if (failure) throw failure.error
      // Who has changed nothing may have seen what is not saved yet.
      if (!hasChanged || next) return next ?? underWay
      if (!underWay) return begin()
      next = underWay.then(begin, begin)
      return next
    },
  }
}
