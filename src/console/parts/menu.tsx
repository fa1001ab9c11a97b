import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'

/** An item of a menu. */
export interface MenuItem {
  readonly title: string
  readonly hint?: string
  readonly run: () => void
}

interface MenuProps {
  readonly title: ComponentChildren
  readonly icon?: IconName
  /** The accessible name, which begins with the title. */
  readonly label?: string
  readonly items: readonly MenuItem[]
  readonly isDisabled?: boolean
}

/**
 * A button that opens a menu; arrow keys select an item, Escape closes it.
 *
 * @example <Menu title="Copy" icon="copy" items={[{ title: 'as curl', run: copyAsCurl }]} />
 */
export function Menu({ title, icon, label, items, isDisabled = false }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const options = () => [...(place.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  useEffect(() => {
    if (!isOpen) return
    options()[0]?.focus()
    const onPointerDown = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) setOpen(false)
    }
    addEventListener('pointerdown', onPointerDown)
    return () => removeEventListener('pointerdown', onPointerDown)
  }, [isOpen])
  const leave = () => {
    setOpen(false)
    place.current?.querySelector('button')?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen) return
    const all = options()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) all[(at + step + all.length) % all.length]?.focus()
    else if (event.key === 'Escape') leave()
    else if (event.key === 'Tab') setOpen(false)
    else return
    if (event.key !== 'Tab') event.preventDefault()
  }
  return (
    <div class="menu" ref={place} onKeyDown={onKeyDown}>
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        disabled={isDisabled}
        onClick={() => setOpen(!isOpen)}
      >
        {icon && <Icon name={icon} />}
        <span>{title}</span>
        <Icon name="down" />
      </button>
      {isOpen && (
        <div class="menu-list" role="menu">
          {items.map(({ title, hint, run }) => (
            <button
              key={title}
              type="button"
              role="menuitem"
              class="bare"
              onClick={() => {
                leave()
                run()
              }}
            >
              <span>{title}</span>
              {hint !== undefined && <span class="dim">{hint}</span>}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
