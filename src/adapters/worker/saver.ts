/** Saves changes, so that no response is sent before its changes are stored. */
export interface Saver {
  /** Resolves after all changes made so far are saved; rejects where saving fails. */
  saved(hasChanged: boolean): Promise<void>
}

/**
 * Makes a saver whose saves never overlap. Changes during a save wait for the next one and are saved together, so that
 * ten concurrent requests cost two saves instead of ten. `save` saves the world at the time of the call. After a
 * failure nothing is saved any more, since the world in memory differs from the stored one then.
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
      // A request without changes can have read unsaved ones.
      if (!hasChanged || next) return next ?? underWay
      if (!underWay) return begin()
      next = underWay.then(begin, begin)
      return next
    },
  }
}
