import type { ComponentType } from 'preact'
import type { IconName } from '../parts/icon.tsx'
import type { Address } from './router.ts'

/** The props of a view: the address without the name of the view. */
export interface ViewProps {
  /** The segments of the path after the name of the view. */
  readonly segments: readonly string[]
  readonly query: Address['query']
}

/** A view: its address, its title, and its code. */
export interface View {
  /** The segment of the address after `/_forge/`; empty for the first view. */
  readonly path: string
  readonly title: string
  readonly icon: IconName
  /** Its purpose, with further words to find it by. */
  readonly hint: string
  /** Whether it is in the navigation; other views are reached by links. */
  readonly isListed: boolean
  /** Loads its code when it is first shown. */
  readonly load: () => Promise<ComponentType<ViewProps>>
}
