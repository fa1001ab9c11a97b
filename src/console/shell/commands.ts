import { computed, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { IconName } from '../parts/icon.tsx'
import { actAs, actingAs, overview, people } from '../session/overview.ts'
import { views } from '../views.ts'
import { go } from './router.ts'
import { switchTheme } from './theme.ts'

/** Something that the command palette does. */
export interface Command {
  readonly title: string
  readonly icon: IconName
  /** Other words that it is found by, shown beside it. */
  readonly hint?: string
  readonly run: () => void
}

/** Those of the view that is shown. */
const ofView = signal<readonly Command[]>([])

/**
 * Adds commands to the palette for as long as a view is shown.
 *
 * @example useCommands([{ title: 'Clear the requests', icon: 'trash', run: clear }])
 */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    ofView.value = commands
  })
  useEffect(
    () => () => {
      ofView.value = []
    },
    [],
  )
}

/** All that the palette does now: what the view has first. */
export const commands = computed((): readonly Command[] => [
  ...ofView.value,
  ...views
    .filter(({ isListed }) => isListed)
    .map(({ path, title, icon, hint }) => ({
      title: `Go to ${title}`,
      icon,
      hint,
      run: () => go({ path: path === '' ? [] : [path] }),
    })),
  ...people.value
    .filter(({ username }) => username !== actingAs.value?.username)
    .map(({ username, role }) => ({
      title: `Act as ${username}`,
      icon: 'user' as const,
      hint: role,
      run: () => actAs(username),
    })),
  ...(overview.value
    ? [{ title: 'Act as nobody', icon: 'user' as const, run: () => actAs(undefined) }]
    : []),
  {
    title: 'Switch between light and dark',
    icon: 'moon',
    hint: 'theme, colours',
    run: switchTheme,
  },
])
