import { computed, effect } from '@preact/signals'
import { stored } from '../session/stored.ts'

/** The colours that a person chose; undefined while those of the system are right. `theme.ts` reads it as well. */
const chosen = stored(() => localStorage, 'forge-theme')

const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

/** Whether the page is dark because a person said so, or undefined where the system says it. */
const theme = computed(() =>
  chosen.value === 'light' || chosen.value === 'dark' ? chosen.value : undefined,
)

effect(() => {
  if (theme.value === undefined) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme.value
})

/** From light to dark or back; to what the system has, nothing is kept. */
export function switchTheme(): void {
  const isDark = theme.value === undefined ? systemIsDark.matches : theme.value === 'dark'
  const next = isDark ? 'light' : 'dark'
  chosen.value = (next === 'dark') === systemIsDark.matches ? undefined : next
}
