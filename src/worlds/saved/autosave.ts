import { createWorkQueue } from '../../shared/work-queue.ts'
import type { WorldStorage } from './storage.ts'

/** What of a forge is needed to save its world. */
interface SavedForge {
  toBytes(): Promise<Uint8Array>
  watch(listener: (event: { readonly type: string }) => void): () => void
}

/** When a world is saved, and who hears of a failure. */
export interface AutosaveOptions {
  /** Milliseconds from a change to the saving of it, with all that come by then; 200 by default. */
  readonly delay?: number
  /** Called where the storage fails; it is tried again at the next change, and at the end. */
  readonly onError?: (error: unknown) => void
}

/** The saving of a world after its changes. */
export interface Autosave {
  /**
   * Saves the world as it is now, and no more after that.
   * @throws Error where the storage fails.
   */
  stop(): Promise<void>
}

/** Milliseconds: one that takes longer is not begun anew at once. */
const longDuration = 1000

/**
 * Saves the world of a forge soon after each change, so that little is lost whenever the process
 * ends. One saving follows the other, and each has all changes until it begins. A large world is
 * saved less often: where that takes longer than a second, it takes at most half of the time.
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

/** When saving happens, for who decides it. */
interface SavingAfterChanges {
  /** Saves after the one that is under way. */
  saveNow(): Promise<void>
  saveLater(): void
  /** Whether there were changes since the last saving began, or that failed. */
  isBehind(): boolean
  /** No change is seen from now on. */
  end(): void
}

/** Calls `save` soon after changes of a world: one call follows the other. */
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
