import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'

/** Why something cannot be shown, where it would stand. */
export function Problem({ children }: { readonly children: ComponentChildren }) {
  return (
    <p class="problem" role="alert">
      <Icon name="fault" />
      <span>{children}</span>
    </p>
  )
}
