import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from './icon.tsx'

interface DetailPaneProps {
  readonly title: ComponentChildren
  /** The accessible name of the pane. */
  readonly label: string
  readonly onClose: () => void
  readonly actions?: ComponentChildren
  /** Whether content is loading that would move other content when it arrives. */
  readonly isComing?: boolean
  readonly children: ComponentChildren
}

/**
 * Shows one item beside the table from which it was opened, or instead of the table where there is no room. Escape
 * closes it.
 *
 * @example <DetailPane label="Request" title="GET /user" onClose={close}>…</DetailPane>
 */
export function DetailPane(props: DetailPaneProps) {
  const { title, label, onClose, actions, isComing = false, children } = props
  const closing = useRef(onClose)
  closing.current = onClose
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (document.querySelector('dialog[open]')) return
      closing.current()
      document.querySelector<HTMLElement>('.table')?.focus({ preventScroll: true })
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <section class="detail" aria-label={label}>
      <header class="detail-head">
        <h2>{title}</h2>
        <button
          type="button"
          class="bare"
          aria-label="Close"
          title="Close (Escape)"
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      {actions !== undefined && <div class="detail-actions">{actions}</div>}
      {!isComing && (
        <div class="detail-body" tabIndex={0} role="region" aria-label={`${label}: content`}>
          {children}
        </div>
      )}
    </section>
  )
}
