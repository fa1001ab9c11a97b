import { computed, effect } from '@preact/signals'
import { stored } from '../session/stored.ts'

/** The theme that the user chose; undefined follows the system. `theme.ts` reads it as well. */
const chosen = stored(() => localStorage, 'forge-theme')

const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

/** The chosen theme; undefined follows the system. */
const theme = computed(() =>
  chosen.value === 'light' || chosen.value === 'dark' ? chosen.value : undefined,
)

effect(() => {
  if (theme.value === undefined) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme.value
})

/** Switches between light and dark; the theme of the system is stored as no choice. */
export function switchTheme(): void {
  const isDark = theme.value === undefined ? systemIsDark.matches : theme.value === 'dark'
  const next = isDark ? 'light' : 'dark'
  chosen.value = (next === 'dark') === systemIsDark.matches ? undefined : next
}
