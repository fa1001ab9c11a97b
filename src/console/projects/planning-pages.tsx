import type {
  Issue,
  LabelOfProject,
  Milestone,
  Release,
} from '../../contract/generated/v4/contract.ts'
import { Problem } from '../parts/problem.tsx'
import { segment, useApi } from '../session/read.ts'
import type { PartProps } from './part-props.ts'
import { Prose } from './prose.tsx'
import { RecordLink } from './record-link.tsx'
import { Facts, Labels, State, Time, UserLink, WebLink } from './small-parts.tsx'

/** The milestones of a project. */
export function MilestoneList({ project }: PartProps) {
  return <Milestones path={`/projects/${project.id}/milestones?per_page=100`} />
}

/** Those of a project or a group. */
export function Milestones({ path }: { readonly path: string }) {
  const { value, problem } = useApi<Milestone[]>(path, ['milestones'])
  if (problem !== undefined) return <Problem>{problem}</Problem>
  return (
    <div class="page">
      {value?.length === 0 && <p class="dim">No milestones.</p>}
      <ul class="entries">
        {value?.map(({ id, iid, title, state, due_date, web_url }) => (
          <li key={id}>
            <State state={state} />
            <WebLink url={web_url}>{`%${iid} ${title}`}</WebLink>
            {due_date ? <span class="dim">{`due ${due_date}`}</span> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** One milestone of a project, by its number. */
export function MilestonePage({ project, rest }: PartProps) {
  return <OneMilestone base={`/projects/${project.id}/milestones`} iid={rest[0] ?? ''} />
}

/** One of a project or a group, by its number. */
export function OneMilestone({ base, iid }: { readonly base: string; readonly iid: string }) {
  const found = useApi<Milestone[]>(`${base}?iids[]=${segment(iid)}`, ['milestones'])
  const milestone = found.value?.[0]
  const issues = useApi<Issue[]>(milestone && `${base}/${milestone.id}/issues?per_page=100`, [
    'issues',
  ])
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
      <ul class="entries">
        {issues.value?.map(({ id, iid: number, title, state, web_url }) => (
          <li key={id}>
            <State state={state} />
            <WebLink url={web_url}>{`#${number} ${title}`}</WebLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The labels of a project. */
export function LabelList({ project }: PartProps) {
  return <LabelRows path={`/projects/${project.id}/labels?with_counts=true&per_page=100`} />
}

/** Those of a project or a group. */
export function LabelRows({ path }: { readonly path: string }) {
  const { value, problem } = useApi<LabelOfProject[]>(path, ['labels', 'issues'])
  if (problem !== undefined) return <Problem>{problem}</Problem>
  return (
    <div class="page">
      {value?.length === 0 && <p class="dim">No labels.</p>}
      <ul class="entries">
        {value?.map((label) => (
          <li key={label.id}>
            <Labels labels={[label]} />
            <span class="dim">{label.description}</span>
            <span class="stretch" />
            <span class="dim">
              {label.open_issues_count === undefined
                ? ''
                : `${label.open_issues_count} open issues`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The releases of a project, latest first. */
export function ReleaseList({ project, placeOf }: PartProps) {
  const { value, problem } = useApi<Release[]>(`/projects/${project.id}/releases?per_page=100`, [
    'releases',
  ])
  if (problem !== undefined) return <Problem>{problem}</Problem>
  return (
    <div class="page">
      {value?.length === 0 && <p class="dim">No releases.</p>}
      <ul class="entries">
        {value?.map(({ name, tag_name = '', released_at }) => (
          <li key={tag_name}>
            <a href={placeOf('releases', tag_name)}>{name}</a>
            <code>{tag_name}</code>
            <Time at={released_at} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** One release, by its tag. */
export function ReleasePage({ project, rest, placeOf }: PartProps) {
  const tag = rest.join('/')
  const { value, problem } = useApi<Release>(`/projects/${project.id}/releases/${segment(tag)}`, [
    'releases',
    'releaseLinks',
  ])
  if (problem !== undefined) return <Problem>{problem}</Problem>
  if (!value) return <div class="page" />
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
      <ul class="entries">
        {value.assets.links?.map(({ id, name, url }) => (
          <li key={id}>
            <span>{name}</span>
            <code>{url}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}
