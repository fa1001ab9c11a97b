import { signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { useSettled } from '../parts/use-settled.ts'
import { hasWords, wordsOf } from '../parts/words.ts'
import { findPeople } from '../session/overview.ts'
import { commands } from './all-commands.ts'

/** Whether the palette is open. */
export const isPaletteOpen = signal(false)

/** The command palette, which Ctrl-K or Cmd-K opens anywhere. */
export function Palette() {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      isPaletteOpen.value = !isPaletteOpen.value
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return isPaletteOpen.value ? <OpenPalette /> : null
}

function OpenPalette() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const searched = useSettled(text)
  useEffect(() => {
    findPeople(searched.replace(/^\s*act\s+as\s+/i, ''))
  }, [searched])
  const words = wordsOf(text)
  const found = commands.value.filter(({ title, hint = '' }) => hasWords(`${title} ${hint}`, words))
  const at = Math.min(chosen, found.length - 1)

  function run(index: number) {
    const command = found[index]
    isPaletteOpen.value = false
    command?.run()
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setChosen((at + step + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter') run(at)
    else return
    event.preventDefault()
  }
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  const close = () => {
    isPaletteOpen.value = false
  }
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Commands"
      onClose={close}
      onClick={({ target }) => target === dialog.current && close()}
    >
      <label class="palette-field">
        <Icon name="search" />
        <span class="visually-hidden">Command</span>
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={found.length > 0 ? `command-${at}` : undefined}
          placeholder="What do you want to do?"
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <div id="palette-list" class="palette-list" role="listbox" aria-label="Commands">
        {found.map(({ title, hint, icon }, index) => (
          <div
            key={title}
            id={`command-${index}`}
            class="palette-option"
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => run(index)}
          >
            <Icon name={icon} />
            <span>{title}</span>
            {hint !== undefined && <span class="dim">{hint}</span>}
          </div>
        ))}
        {found.length === 0 && (
          <div class="palette-option dim" role="option" aria-selected="false" tabIndex={-1}>
            No command has these words
          </div>
        )}
      </div>
    </dialog>
  )
}
