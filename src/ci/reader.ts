type Reader = Pick<typeof import('./configuration.ts'), 'readConfiguration'> &
  Pick<typeof import('./ref-patterns.ts'), 'isForRef'>

let reader: Reader | undefined

/**
 * Loads what reads a `.gitlab-ci.yml`, with the YAML library: it is heavy, and most worlds have no such
 * file. A push, which is one synchronous step, cannot wait for it.
 */
export async function loadReader(): Promise<void> {
  if (reader) return
  const [{ readConfiguration }, { isForRef }] = await Promise.all([
    import('./configuration.ts'),
    import('./ref-patterns.ts'),
  ])
  reader = { readConfiguration, isForRef }
}

export const isReaderLoaded = (): boolean => reader !== undefined

/** No fault of the file: the step that needs it is to be taken back, and repeated after `loadReader`. */
export class ReaderIsMissing extends Error {
  override name = 'ReaderIsMissing'
  constructor() {
    super(
      'What reads .gitlab-ci.yml is not loaded: await loadReader before the step that needs it.',
    )
  }
}

/** @throws ReaderIsMissing before `loadReader`. */
export function loadedReader(): Reader {
  if (!reader) throw new ReaderIsMissing()
  return reader
}
