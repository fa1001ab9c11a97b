import { effect, type Signal, signal } from '@preact/signals'

/**
 * A text in the storage of the browser, undefined where there is none. Without storage, it lasts as long as the page.
 *
 * @example const theme = stored(localStorage, 'forge-theme')
 */
export function stored(storage: () => Storage, key: string): Signal<string | undefined> {
  const value = signal(read(storage, key))
  effect(() => write(storage, key, value.value))
  return value
}

function read(storage: () => Storage, key: string): string | undefined {
  try {
    return storage().getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function write(storage: () => Storage, key: string, value: string | undefined): void {
  try {
    if (value === undefined) storage().removeItem(key)
    else storage().setItem(key, value)
  } catch {}
}
