import { TypedEvent } from 'rettime'

/** Those who listen to what happens in a collection, as @msw/data has them. */
interface Hooks {
  listenerCount(type: EventType): number
  emit(event: never): unknown
}

type EventType = 'create' | 'update' | 'delete'

/** Tells the listeners of an event, where there are any. */
export function tellOf(hooks: Hooks, type: EventType, data: object): void {
  if (hooks.listenerCount(type) > 0) hooks.emit(new TypedEvent(type, { data }) as never)
}

/** An event for each field that differs, as the library has it. */
export function tellOfChange<R extends object>(hooks: Hooks, previous: R, next: R): void {
  if (hooks.listenerCount('update') === 0) return
  for (const key of Object.keys(next) as (keyof R)[]) {
    const [prevValue, nextValue] = [previous[key], next[key]]
    if (JSON.stringify(prevValue) === JSON.stringify(nextValue)) continue
    const change = { path: [key], prevValue, nextValue }
    tellOf(hooks, 'update', { prevRecord: previous, nextRecord: next, ...change })
  }
}
