import type { TableName } from '../store/tables.ts'
import type { HookDelivery } from './hooks/hook-delivery.ts'
import type { JournalEntry } from './journal/journal-entry.ts'

/** Something that happened in a forge. */
export type ForgeEvent =
  | { readonly type: 'request'; readonly request: JournalEntry }
  | { readonly type: 'delivery'; readonly delivery: HookDelivery }
  /** Collections of the world were written to, in one step or several at once. */
  | { readonly type: 'change'; readonly collections: readonly TableName[] }

/**
 * What happens in a forge, in order, from when the stream was made. Leaving the loop ends it. Where the
 * connection to a forge that is served breaks, `next` rejects.
 */
export interface EventStream extends AsyncIterableIterator<ForgeEvent> {
  /** Resolves when nothing is missed any more: at once, but for a forge that is served. */
  readonly opened: Promise<void>
  return(): Promise<IteratorResult<ForgeEvent, undefined>>
}

/** Those who are notified of what happens. */
export interface EventListeners {
  /** Adds a listener; what is returned takes it away again. */
  add(listener: (event: ForgeEvent) => void): () => void
  notify(event: ForgeEvent): void
  /** Whether nobody listens. */
  isEmpty(): boolean
  /** Notifies of a change, together with the others of the step that is under way. */
  notifyOfChange(collection: TableName): void
}

/** Listeners of one forge; what one of them throws disturbs nobody. */
export function createEventListeners(): EventListeners {
  const listeners = new Set<(event: ForgeEvent) => void>()
  const changed = new Set<TableName>()

  function notify(event: ForgeEvent): void {
    for (const listener of [...listeners]) {
      try {
        listener(event)
      } catch {}
    }
  }

  function notifyOfChanges(): void {
    const collections = [...changed]
    changed.clear()
    notify({ type: 'change', collections })
  }

  return {
    add(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify,
    isEmpty: () => listeners.size === 0,
    notifyOfChange(collection) {
      if (listeners.size === 0) return
      if (changed.size === 0) queueMicrotask(notifyOfChanges)
      changed.add(collection)
    },
  }
}
