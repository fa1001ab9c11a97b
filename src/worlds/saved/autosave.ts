import { createWorkQueue } from '../../shared/work-queue.ts'
import type { WorldStorage } from './storage.ts'

/** The parts of a forge that saving its world needs. */
interface SavedForge {
  toBytes(): Promise<Uint8Array>
  watch(listener: (event: { readonly type: string }) => void): () => void
}

/** The delay of saving, and the handler of failures. */
export interface AutosaveOptions {
  /** Milliseconds from a change until it is saved, together with the changes in between; 200 by default. */
  readonly delay?: number
  /** Called where the storage fails. Saving is tried again at the next change, and at the end. */
  readonly onError?: (error: unknown) => void
}

/** The automatic saving of a world. */
export interface Autosave {
  /**
   * Saves the present world for the last time.
   * @throws Error where the storage fails.
   */
  stop(): Promise<void>
}

/** In milliseconds; after a slower save, the next one is delayed. */
const longDuration = 1000

/**
 * Saves the world of a forge soon after each change, so that little is lost whenever the process ends. Saves never
 * overlap; each has all changes made before it starts. If a save takes longer than a second, the next one is delayed,
 * so that saving takes at most half of the time.
 * @example
 * const storage = fileStorage('world.forgery')
 * const forge = await createForge({ seed: 'demo', from: await storage.load() })
 * const saving = autosave(forge, storage)
 * process.once('SIGTERM', () => saving.stop())
 */
export function autosave(
  forge: SavedForge,
  storage: WorldStorage,
  options: AutosaveOptions = {},
): Autosave {
  const { saveNow, end } = savingAfterChanges(
    forge,
    async () => storage.save(await forge.toBytes()),
    options,
  )
  return {
    stop() {
      end()
      return saveNow()
    },
  }
}

/** The scheduling of saves, for callers that control it themselves. */
interface SavingAfterChanges {
  /** Saves after the save in progress. */
  saveNow(): Promise<void>
  saveLater(): void
  /** Whether changes were made since the last save started, or that save failed. */
  isBehind(): boolean
  /** Stops watching for changes. */
  end(): void
}

/** Calls `save` soon after changes of a world; calls never overlap. */
export function savingAfterChanges(
  forge: Pick<SavedForge, 'watch'>,
  save: () => Promise<void>,
  { delay = 200, onError = () => {} }: AutosaveOptions = {},
): SavingAfterChanges {
  let timer: ReturnType<typeof setTimeout> | undefined
  const oneAfterTheOther = createWorkQueue()
  let lastDuration = 0
  let isBehind = false

  async function measured(): Promise<void> {
    const started = performance.now()
    isBehind = false
    try {
      await save()
    } catch (error) {
      isBehind = true
      throw error
    }
    lastDuration = performance.now() - started
  }

  const saveNow = () => oneAfterTheOther(measured)

  function saveLater(): void {
    isBehind = true
    const wait = lastDuration > longDuration ? lastDuration : delay
    timer ??= setTimeout(() => {
      timer = undefined
      saveNow().catch(onError)
    }, wait)
  }

  const unwatch = forge.watch(({ type }) => {
    if (type === 'change') saveLater()
  })

  return {
    saveNow,
    saveLater,
    isBehind: () => isBehind,
    end() {
      unwatch()
      clearTimeout(timer)
    },
  }
}
