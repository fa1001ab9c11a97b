import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** A part of something, as the bar of its parts has it. */
export interface Tab {
  readonly title: string
  readonly href: string
  readonly isShown: boolean
  readonly count?: ComponentChildren
}

interface TabsProps {
  /** What they are parts of, for who does not see it. */
  readonly label: string
  readonly tabs: readonly Tab[]
}

/** The bar of the parts of something. Where there is no room for all, the one that is shown is among those that are seen. */
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
