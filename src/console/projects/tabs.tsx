import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** An entry of a tab bar. */
export interface Tab {
  readonly title: string
  readonly href: string
  readonly isShown: boolean
  readonly count?: ComponentChildren
}

interface TabsProps {
  /** The accessible name of the bar. */
  readonly label: string
  readonly tabs: readonly Tab[]
}

/** A tab bar. Where it does not fit, it is scrolled so that the current tab is visible. */
export function Tabs({ label, tabs }: TabsProps) {
  const bar = useRef<HTMLElement>(null)
  const shown = tabs.findIndex(({ isShown }) => isShown)
  useEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  return (
    <nav ref={bar} class="tabs" aria-label={label}>
      {tabs.map(({ title, href, isShown, count }) => (
        <a key={href} href={href} aria-current={isShown ? 'page' : undefined}>
          <span class="tab-title" data-title={title}>
            {title}
          </span>
          {count ? <span class="tab-count">{count}</span> : null}
        </a>
      ))}
    </nav>
  )
}
