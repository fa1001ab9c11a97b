import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { IconName } from '../parts/icon.tsx'

/** Something that the command palette does. */
export interface Command {
  readonly title: string
  readonly icon: IconName
  /** Other words that it is found by, shown beside it. */
  readonly hint?: string
  readonly run: () => void
}

/** Those of the view that is shown. */
export const commandsOfView = signal<readonly Command[]>([])

/**
 * Adds commands to the palette for as long as a view is shown.
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
