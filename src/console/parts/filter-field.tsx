import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from './icon.tsx'

interface FilterFieldProps {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly onChange: (text: string) => void
}

/** A field that filters a list; `/` focuses it, Escape clears and leaves it. */
export function FilterField({ label, value, placeholder = 'Filter', onChange }: FilterFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  // The shortcut works as soon as the field exists.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.preventDefault()
      if (value === '') document.querySelector<HTMLElement>('.table')?.focus()
      else onChange('')
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault()
      document.querySelector<HTMLElement>('.table')?.focus()
    }
  }
  return (
    <label class="filter">
      <Icon name="search" />
      <span class="visually-hidden">{label}</span>
      <input
        ref={field}
        type="search"
        value={value}
        placeholder={placeholder}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <kbd>/</kbd>
    </label>
  )
}

/** Whether the focus is in an input field, so that keys are no shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
