import type { ComponentType } from 'preact'
import type { IconName } from '../parts/icon.tsx'
import type { Address } from './router.ts'

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
