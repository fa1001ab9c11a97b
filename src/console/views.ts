import type { ComponentType } from 'preact'
import type { IconName } from './parts/icon.tsx'
import type { Address } from './shell/router.ts'

/** What a view is given: the address that it shows, without its own name. */
export interface ViewProps {
  /** What stands in the path after the name of the view. */
  readonly segments: readonly string[]
  readonly query: Address['query']
}

/** A view: where it is, what it is called, and where its code is. */
export interface View {
  /** What it has in the address after `/_forge/`; empty for the first one. */
  readonly path: string
  readonly title: string
  readonly icon: IconName
  /** What it is good for, for who looks for it by another word. */
  readonly hint: string
  /** Whether it stands in the navigation; one that does not is reached from others. */
  readonly isListed: boolean
  /** Loads its code when it is first shown. */
  readonly load: () => Promise<ComponentType<ViewProps>>
}

/** The views, in the order of the navigation. A new one is a row here. */
export const views: readonly View[] = [
  {
    path: '',
    title: 'Start',
    icon: 'home',
    hint: 'people, tokens, base URLs, calls to try',
    isListed: true,
    load: async () => (await import('./start/start-view.tsx')).StartView,
  },
  {
    path: 'requests',
    title: 'Requests',
    icon: 'requests',
    hint: 'journal, log, replay',
    isListed: true,
    load: async () => (await import('./requests/requests-view.tsx')).RequestsView,
  },
]
