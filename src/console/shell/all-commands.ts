import { computed } from '@preact/signals'
import { actAs, actingAs, overview, people } from '../session/overview.ts'
import { views } from '../views.ts'
import { type Command, commandsOfView } from './commands.ts'
import { go } from './router.ts'
import { switchTheme } from './theme.ts'

/** The present commands of the palette, those of the view first. */
export const commands = computed((): readonly Command[] => [
  ...commandsOfView.value,
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
    .map(({ username, name, role }) => ({
      title: `Act as ${username}`,
      icon: 'user' as const,
      hint: `${name}, ${role}`,
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
