import type {
  Issue,
  LabelOfProject,
  Milestone,
  Release,
} from '../../contract/generated/v4/contract.ts'
import { Problem } from '../parts/problem.tsx'
import { Time } from '../parts/time.tsx'
import { counted } from '../parts/words.ts'
import { segment, useApi } from '../session/read.ts'
import { useTitle } from '../shell/title.ts'
import { Entries } from './entries.tsx'
import type { PartProps } from './part-props.ts'
import { Prose } from './prose.tsx'
import { RecordLink } from './record-link.tsx'
import { Facts, Labels, State, UserLink, WebLink } from './small-parts.tsx'

/** Shows the milestones of a project. */
export function MilestoneList({ project }: PartProps) {
  return <Milestones path={`/projects/${project.id}/milestones`} />
}

/** Shows the milestones of a project or a group. */
export function Milestones({ path }: { readonly path: string }) {
  return (
    <div class="page">
      <Entries<Milestone>
        path={path}
        collections={['milestones']}
        keyOf={({ id }) => id}
        empty="No milestones."
      >
        {({ iid, title, state, due_date, web_url }) => (
          <>
            <State state={state} />
            <WebLink url={web_url}>{`%${iid} ${title}`}</WebLink>
            {due_date ? <span class="dim">{`due ${due_date}`}</span> : null}
          </>
        )}
      </Entries>
    </div>
  )
}

/** Shows a milestone of a project by its iid. */
export function MilestonePage({ project, rest }: PartProps) {
  return <OneMilestone base={`/projects/${project.id}/milestones`} iid={rest[0] ?? ''} />
}

/** Shows a milestone of a project or a group by its iid. */
export function OneMilestone({ base, iid }: { readonly base: string; readonly iid: string }) {
  const found = useApi<Milestone[]>(`${base}?iids[]=${segment(iid)}`, ['milestones'])
  const milestone = found.value?.[0]
  useTitle('record', milestone && `%${milestone.iid} ${milestone.title}`)
  if (found.problem !== undefined) return <Problem>{found.problem}</Problem>
  if (!milestone) {
    return found.value ? (
      <Problem>{`There is no milestone %${iid}.`}</Problem>
    ) : (
      <div class="page" />
    )
  }
  return (
    <div class="page">
      <header class="page-head">
        <h2 class="page-title" dir="auto">
          <span class="dim">{`%${milestone.iid}`}</span> {milestone.title}
        </h2>
        <State state={milestone.state} />
        <span class="stretch" />
        <RecordLink collection="milestones" id={milestone.id} />
      </header>
      <Facts
        facts={[
          ['Begins', milestone.start_date ?? '–'],
          ['Due', milestone.due_date ?? '–'],
        ]}
      />
      <Prose text={milestone.description} />
      <h3>Issues</h3>
      <Entries<Issue>
        path={`${base}/${milestone.id}/issues`}
        collections={['issues']}
        keyOf={({ id }) => id}
        empty="No issues."
      >
        {({ iid: number, title, state, web_url }) => (
          <>
            <State state={state} />
            <WebLink url={web_url}>{`#${number} ${title}`}</WebLink>
          </>
        )}
      </Entries>
    </div>
  )
}

/** Shows the labels of a project. */
export function LabelList({ project }: PartProps) {
  return <LabelRows path={`/projects/${project.id}/labels?with_counts=true`} />
}

/** Shows the labels of a project or a group. */
export function LabelRows({ path }: { readonly path: string }) {
  return (
    <div class="page">
      <Entries<LabelOfProject>
        path={path}
        collections={['labels', 'issues']}
        keyOf={({ id }) => id}
        empty="No labels."
      >
        {(label) => (
          <>
            <Labels labels={[label]} />
            <span class="dim">{label.description}</span>
            <span class="stretch" />
            <span class="dim">
              {label.open_issues_count === undefined
                ? ''
                : counted(label.open_issues_count, 'open issue')}
            </span>
          </>
        )}
      </Entries>
    </div>
  )
}

/** Shows the releases of a project, latest first. */
export function ReleaseList({ project, placeOf }: PartProps) {
  return (
    <div class="page">
      <Entries<Release>
        path={`/projects/${project.id}/releases`}
        collections={['releases']}
        keyOf={({ tag_name = '' }) => tag_name}
        empty="No releases."
      >
        {({ name, tag_name = '', released_at }) => (
          <>
            <a href={placeOf('releases', tag_name)}>{name}</a>
            <code>{tag_name}</code>
            <Time at={released_at} />
          </>
        )}
      </Entries>
    </div>
  )
}

/** Shows a release by its tag. */
export function ReleasePage({ project, rest, placeOf }: PartProps) {
  // GitLab's address for editing a release shows its page here.
  const tag = (rest.length > 1 && rest.at(-1) === 'edit' ? rest.slice(0, -1) : rest).join('/')
  const { value, problem } = useApi<Release>(`/projects/${project.id}/releases/${segment(tag)}`, [
    'releases',
    'releaseLinks',
  ])
  useTitle('record', value?.name)
  if (problem !== undefined) return <Problem>{problem}</Problem>
  if (!value) return <div class="page" />
  const { links = [] } = value.assets
  return (
    <div class="page">
      <h2 class="page-title">{value.name}</h2>
      <Facts
        facts={[
          ['Tag', <code key="tag">{tag}</code>],
          [
            'Commit',
            value.commit ? (
              <a key="commit" class="sha" href={placeOf('commit', value.commit.id)}>
                {value.commit.short_id}
              </a>
            ) : (
              '–'
            ),
          ],
          ['By', value.author ? <UserLink key="by" user={value.author} /> : '–'],
          ['Released', <Time key="at" at={value.released_at} />],
        ]}
      />
      <Prose text={value.description} />
      <h3>Assets</h3>
      {links.length === 0 && <p class="dim">No assets.</p>}
      <ul class="entries">
        {links.map(({ id, name, url }) => (
          <li key={id}>
            <span>{name}</span>
            <code>{url}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}
