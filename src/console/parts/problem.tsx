import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'

/** Shows why content cannot be shown, in its place. */
export function Problem({ children }: { readonly children: ComponentChildren }) {
  return (
    <p class="problem" role="alert">
      <Icon name="fault" />
      <span>{children}</span>
    </p>
  )
}
