import type { TableName } from '../store/tables.ts'
import type { HookDelivery } from './hooks/hook-delivery.ts'
import type { JournalEntry } from './journal/journal-entry.ts'

/** An event of a forge. */
export type ForgeEvent =
  | { readonly type: 'request'; readonly request: JournalEntry }
  | { readonly type: 'delivery'; readonly delivery: HookDelivery }
  /** Collections of the world were written to, in one transaction or several. */
  | { readonly type: 'change'; readonly collections: readonly TableName[] }

/**
 * The events of a forge, in order, from when the stream was made. Leaving the loop ends it. Where the
 * connection to a served forge is lost, `next` rejects.
 */
export interface EventStream extends AsyncIterableIterator<ForgeEvent> {
  /** Resolves when no event is missed any more: at once, but for a served forge. */
  readonly opened: Promise<void>
  return(): Promise<IteratorResult<ForgeEvent, undefined>>
}

/** The listeners for the events of a forge. */
export interface EventListeners {
  /** Adds a listener, and returns the function that removes it. */
  add(listener: (event: ForgeEvent) => void): () => void
  notify(event: ForgeEvent): void
  /** Whether there is no listener. */
  isEmpty(): boolean
  /** Reports a change, together with the other changes of the present transaction. */
  notifyOfChange(collection: TableName): void
}

/** Makes the listeners of a forge; an error in one of them affects no other. */
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
