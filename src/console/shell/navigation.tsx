import { signal } from '@preact/signals'
import { Icon } from '../parts/icon.tsx'
import { UserPicker } from '../parts/user-picker.tsx'
import { isLive } from '../session/events.ts'
import { overview } from '../session/overview.ts'
import { views } from '../views.ts'
import { isPaletteOpen } from './palette.tsx'
import { hrefOf } from './router.ts'
import { areShortcutsOpen } from './shortcuts.tsx'
import { switchTheme } from './theme.ts'
import type { View } from './view.ts'

/** Whether the navigation is open where there is no room for it beside the view. */
const isOpen = signal(false)

/** The top bar: the world, the acting user, and what all views share. */
export function TopBar() {
  const world = overview.value?.world
  return (
    <header class="top-bar">
      <button
        type="button"
        class="bare menu-button"
        aria-label="Views"
        aria-expanded={isOpen.value}
        aria-controls="navigation"
        onClick={() => {
          isOpen.value = !isOpen.value
        }}
      >
        <Icon name="menu" />
      </button>
      <a class="brand" href={hrefOf({ path: [] })}>
        Forgery
      </a>
      <span class="world-name" title="The world that this console shows">
        {world ?? ''}
      </span>
      <span class={isLive.value ? 'live is-on' : 'live'} role="status">
        {isLive.value ? 'live' : 'connecting'}
      </span>
      <span class="stretch" />
      <button
        type="button"
        class="palette-button"
        onClick={() => {
          isPaletteOpen.value = true
        }}
      >
        <Icon name="search" />
        <span>Commands</span> <kbd>Ctrl K</kbd>
      </button>
      <UserPicker
        onFind={() => {
          isPaletteOpen.value = true
        }}
      />
      <button
        type="button"
        class="bare wide-only"
        aria-label="Keys"
        title="Keys (?)"
        onClick={() => {
          areShortcutsOpen.value = true
        }}
      >
        <Icon name="keyboard" />
      </button>
      <button
        type="button"
        class="bare"
        aria-label="Switch between light and dark"
        title="Light or dark"
        onClick={switchTheme}
      >
        <Icon name="moon" />
      </button>
    </header>
  )
}

/** The navigation between views. */
export function Navigation({ shown }: { readonly shown: View | undefined }) {
  return (
    <nav
      id="navigation"
      class={isOpen.value ? 'navigation is-open' : 'navigation'}
      aria-label="Views"
      onClick={() => {
        isOpen.value = false
      }}
    >
      {views
        .filter(({ isListed }) => isListed)
        .map((view) => (
          <a
            key={view.path}
            href={hrefOf({ path: view.path === '' ? [] : [view.path] })}
            aria-current={view === shown ? 'page' : undefined}
          >
            <Icon name={view.icon} />
            {view.title}
          </a>
        ))}
    </nav>
  )
}
