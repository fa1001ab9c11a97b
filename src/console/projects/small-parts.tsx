import type { ComponentChildren } from 'preact'
import type { UserBasic } from '../../contract/generated/v4/contract.ts'
import { hrefOfWebUrl } from '../shell/router.ts'

/** A link to the page of the console for a `web_url`; plain text where there is none. */
export function WebLink({
  url,
  children,
}: {
  readonly url: string
  readonly children: ComponentChildren
}) {
  const href = hrefOfWebUrl(url)
  return href ? <a href={href}>{children}</a> : <span>{children}</span>
}

/** A link to a user, with their name. */
export function UserLink({ user }: { readonly user: UserBasic | null | undefined }) {
  if (!user) return <span class="dim">nobody</span>
  return <WebLink url={user.web_url}>{user.name}</WebLink>
}

/** The state of an issue, a merge request, a pipeline or a job. */
export function State({ state }: { readonly state: string }) {
  return <span class={`state is-${state}`}>{state.replaceAll('_', ' ')}</span>
}

/** The titles of labels, with their colours where they are known. */
export function Labels({
  labels,
}: {
  readonly labels: readonly (string | { readonly name: string; readonly color: string })[]
}) {
  return (
    <span class="labels">
      {labels.map((label) => {
        const { name, color } = typeof label === 'string' ? { name: label, color: '' } : label
        return (
          <span key={name} class="label">
            <span
              class="label-colour"
              style={/^#[\da-f]{3,8}$/i.test(color) ? { background: color } : {}}
            />
            {name}
          </span>
        )
      })}
    </span>
  )
}

/** A list of named facts. */
export function Facts({
  facts,
}: {
  readonly facts: readonly (readonly [string, ComponentChildren])[]
}) {
  return (
    <dl class="about">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
