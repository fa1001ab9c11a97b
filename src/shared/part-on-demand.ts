/**
 * What few steps need, and is loaded for the first of them. A step is synchronous and cannot wait: one that
 * finds a part missing throws, is taken back, and is repeated once the part is loaded (`withParts`).
 */
export interface PartOnDemand<Loaded> {
  load(): Promise<void>
  isLoaded(): boolean
  /** @throws PartIsMissing before `load`. */
  loaded(): Loaded
}

/** No fault of the step: it is to be taken back, and repeated after `load`. */
class PartIsMissing extends Error {
  override name = 'PartIsMissing'
  readonly load: () => Promise<void>

  constructor(what: string, load: () => Promise<void>) {
    super(`${what} is not loaded: await its load before the step that needs it.`)
    this.load = load
  }
}

/**
 * Names what is loaded when a step first needs it.
 * @example
 * const reader = partOnDemand('What reads .gitlab-ci.yml', () => import('./configuration.ts'))
 */
export function partOnDemand<Loaded>(
  what: string,
  loadModule: () => Promise<Loaded>,
): PartOnDemand<Loaded> {
  let found: { readonly module: Loaded } | undefined
  const load = loadOnce(async () => {
    found = { module: await loadModule() }
  })
  return {
    load,
    isLoaded: () => found !== undefined,
    loaded() {
      if (!found) throw new PartIsMissing(what, load)
      return found.module
    },
  }
}

/**
 * Makes the function that loads something once for all who ask at the same time: of a module that is imported
 * again while it is evaluated, some loaders (jiti) give what there is so far. What failed is tried anew.
 */
export function loadOnce(load: () => Promise<void>): () => Promise<void> {
  let loading: Promise<void> | undefined
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

/**
 * Carries out a step that leaves nothing behind where it throws. One that is the first to need a part is
 * taken back, and repeated once that is loaded: a promise then, and else none.
 */
export function withParts<T>(step: () => T, takeBack = () => {}): T | Promise<T> {
  try {
    return step()
  } catch (error) {
    if (!(error instanceof PartIsMissing)) throw error
    takeBack()
    return error.load().then(() => withParts(step, takeBack))
  }
}
