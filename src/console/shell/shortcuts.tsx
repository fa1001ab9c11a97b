import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { isTyping } from '../parts/filter-field.tsx'

/** Whether the list of keyboard shortcuts is open. */
export const areShortcutsOpen = signal(false)

const shortcuts: readonly (readonly [keys: readonly string[], meaning: string])[] = [
  [['Ctrl K'], 'Commands: views, people, what a view can do'],
  [['/'], 'Filter'],
  [['j', 'k'], 'Next and previous row'],
  [['Enter'], 'Open a row'],
  [['Escape'], 'Close what is open'],
  [['Home', 'End'], 'First and last row'],
  [['?'], 'These keys'],
]

/** The list of keyboard shortcuts, which `?` opens. */
export function Shortcuts() {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '?' || isTyping(event.target)) return
      areShortcutsOpen.value = true
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return areShortcutsOpen.value ? <ShortcutList /> : null
}

function ShortcutList() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const close = () => {
    areShortcutsOpen.value = false
  }
  return (
    <dialog ref={dialog} class="shortcuts" aria-label="Keys" onClose={close}>
      <h2>Keys</h2>
      <dl>
        {shortcuts.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={close}>
        Close
      </button>
    </dialog>
  )
}
