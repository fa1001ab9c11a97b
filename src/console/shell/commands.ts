import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { IconName } from '../parts/icon.tsx'

/** A command of the command palette. */
export interface Command {
  readonly title: string
  readonly icon: IconName
  /** Further words to find it by, which are shown beside it. */
  readonly hint?: string
  readonly run: () => void
}

/** The commands of the current view. */
export const commandsOfView = signal<readonly Command[]>([])

/**
 * Adds commands to the palette while a view is shown.
 *
 * @example useCommands([{ title: 'Clear the requests', icon: 'trash', run: clear }])
 */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    commandsOfView.value = commands
  })
  useEffect(
    () => () => {
      commandsOfView.value = []
    },
    [],
  )
}
