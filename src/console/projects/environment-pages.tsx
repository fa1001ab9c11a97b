import type { Deployment, Environment } from '../../contract/generated/v4/contract.ts'
import { perform } from '../parts/perform.ts'
import { Problem } from '../parts/problem.tsx'
import { Time } from '../parts/time.tsx'
import { segment, sendApi, useApi } from '../session/read.ts'
import { useTitle } from '../shell/title.ts'
import { Entries } from './entries.tsx'
import type { PartProps } from './part-props.ts'
import { RecordLink } from './record-link.tsx'
import { Facts, State, UserLink, WebLink } from './small-parts.tsx'

/** Shows the environments of a project. */
export function EnvironmentList({ project, placeOf }: PartProps) {
  return (
    <div class="page">
      <Entries<Environment>
        path={`/projects/${project.id}/environments`}
        collections={['environments', 'deployments']}
        keyOf={({ id }) => id}
        empty="No environments: a job with `environment` makes one."
      >
        {({ id, name, state, tier, external_url }) => (
          <>
            <State state={state} />
            <a href={placeOf('environments', String(id))}>{name}</a>
            <span class="dim">{tier}</span>
            <span class="stretch" />
            <code>{external_url}</code>
          </>
        )}
      </Entries>
    </div>
  )
}

/** Shows an environment with its deployments. */
export function EnvironmentPage({ project, rest, placeOf }: PartProps) {
  const base = `/projects/${project.id}`
  const path = `${base}/environments/${segment(rest[0] ?? '')}`
  const { value, problem, reload } = useApi<Environment>(path, ['environments', 'deployments'])
  useTitle('record', value?.name)
  if (problem !== undefined) return <Problem>{problem}</Problem>
  if (!value) return <div class="page" />
  return (
    <div class="page">
      <header class="page-head">
        <h2 class="page-title">{value.name}</h2>
        <State state={value.state} />
        <span class="stretch" />
        {value.state === 'available' && (
          <button
            type="button"
            onClick={() => perform('Stopped', () => sendApi('POST', `${path}/stop`)).then(reload)}
          >
            Stop
          </button>
        )}
        <RecordLink collection="environments" id={value.id} />
      </header>
      <Facts
        facts={[
          ['Tier', value.tier],
          [
            'Address',
            value.external_url === null ? 'none' : <code key="url">{value.external_url}</code>,
          ],
          ['Created', <Time key="created" at={value.created_at} />],
          ['Stops', <Time key="stops" at={value.auto_stop_at} />],
        ]}
      />
      <h3>Deployments</h3>
      <Entries<Deployment>
        path={`${base}/deployments?environment=${segment(value.name)}&order_by=id&sort=desc`}
        collections={['deployments', 'builds']}
        keyOf={({ id }) => id}
        empty="Nothing was deployed to it."
      >
        {({ iid, status, ref, sha, deployable, user, created_at }) => (
          <>
            <State state={status} />
            <span class="dim">{`#${iid}`}</span>
            <code>{ref}</code>
            <a class="sha" href={placeOf('commit', sha)}>
              {sha.slice(0, 8)}
            </a>
            {deployable && <WebLink url={deployable.web_url}>{deployable.name}</WebLink>}
            <span class="stretch" />
            <UserLink user={user} />
            <Time at={created_at} />
          </>
        )}
      </Entries>
    </div>
  )
}
