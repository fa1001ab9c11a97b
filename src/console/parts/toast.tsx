import { signal } from '@preact/signals'
import { messageOf } from '../session/loaded.ts'
import { Icon } from './icon.tsx'

interface Toast {
  readonly id: number
  readonly text: string
  readonly isProblem: boolean
}

const toasts = signal<readonly Toast[]>([])
const next = { id: 1 }
const shownMilliseconds = 4000

/**
 * Shows a message for a moment at the edge of the window, and announces it to screen readers. Problems stay until they
 * are closed.
 *
 * @example toast('Copied')
 */
export function toast(text: string, { isProblem = false } = {}): void {
  const id = next.id++
  toasts.value = [...toasts.value.slice(-3), { id, text, isProblem }]
  if (!isProblem) setTimeout(() => close(id), shownMilliseconds)
}

/** Shows why an action failed. */
export function toastProblem(error: unknown): void {
  toast(messageOf(error), { isProblem: true })
}

function close(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id)
}

/** The place of toasts; used once per page. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, isProblem }) => (
        <div key={id} class={isProblem ? 'toast is-problem' : 'toast'}>
          <Icon name={isProblem ? 'fault' : 'check'} />
          <span class="toast-text">{text}</span>
          <button type="button" class="bare" aria-label="Close" onClick={() => close(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  )
}
