import type {
  Discussion,
  IssueDetail,
  LabelBasic,
  MergeRequest,
} from '../../contract/generated/v4/contract.ts'
import { perform } from '../parts/perform.ts'
import { Problem } from '../parts/problem.tsx'
import { Time } from '../parts/time.tsx'
import { isComing } from '../session/loaded.ts'
import { segment, sendApi, useApi, useApiList } from '../session/read.ts'
import { useTitle } from '../shell/title.ts'
import { Discussions } from './discussions.tsx'
import type { PartProps } from './part-props.ts'
import { Prose } from './prose.tsx'
import { RecordLink } from './record-link.tsx'
import { Facts, Labels, State, UserLink, WebLink } from './small-parts.tsx'
import { EditInTracker } from './tracker-form.tsx'

/** Shows an issue with its discussions. */
export function IssuePage({ project, rest }: PartProps) {
  const base = `/projects/${project.id}/issues/${segment(rest[0] ?? '')}`
  const issue = useApi<IssueDetail>(base, ['issues', 'labels', 'milestones', 'users'])
  const discussions = useApiList<Discussion>(`${base}/discussions`, [
    'notes',
    'resourceLabelEvents',
    'resourceStateEvents',
  ])
  const related = useApi<MergeRequest[]>(`${base}/related_merge_requests`, ['mergeRequests'])
  const labels = useApi<LabelBasic[]>(`/projects/${project.id}/labels?per_page=100`, ['labels'])
  const { value, problem } = issue
  useTitle('record', value && `#${value.iid} ${value.title}`)
  if (problem !== undefined) return <Problem>{problem}</Problem>
  // Waits for content above other content, so that nothing moves.
  if (!value || isComing(discussions) || isComing(related)) return <div class="page" />
  const isOpen = value.state === 'opened'
  const switchState = () =>
    perform(isOpen ? 'Closed' : 'Open again', () =>
      sendApi('PUT', base, { state_event: isOpen ? 'close' : 'reopen' }),
    )
  return (
    <div class="page is-wide">
      <header class="page-head">
        <h2 class="page-title" dir="auto">
          <span class="dim">{`#${value.iid}`}</span> {value.title}
        </h2>
        <State state={value.state} />
        {value.confidential && <span class="label">confidential</span>}
        <span class="stretch" />
        <button type="button" onClick={switchState}>
          {isOpen ? 'Close issue' : 'Reopen issue'}
        </button>
        <EditInTracker project={project} part="issues" given={value} onChange={issue.reload} />
        <RecordLink collection="issues" id={value.id} />
      </header>
      <div class="with-side">
        <div>
          <Prose text={value.description} />
          {related.value && related.value.length > 0 && (
            <section aria-label="Related merge requests">
              <h3>Related merge requests</h3>
              <ul class="entries">
                {related.value.map((one) => (
                  <li key={one.id}>
                    <State state={one.state} />
                    <WebLink url={one.web_url}>{`!${one.iid} ${one.title}`}</WebLink>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {discussions.problem !== undefined && <Problem>{discussions.problem}</Problem>}
          {discussions.value && (
            <Discussions discussions={discussions} path={`${base}/discussions`} />
          )}
        </div>
        <aside aria-label="About the issue">
          <Facts
            facts={[
              ['Author', <UserLink key="author" user={value.author} />],
              ['Assignees', <People key="assignees" people={value.assignees} />],
              [
                'Labels',
                value.labels.length > 0 ? (
                  <Labels key="labels" labels={withColours(value.labels, labels.value)} />
                ) : (
                  <None key="none" />
                ),
              ],
              [
                'Milestone',
                value.milestone ? (
                  <WebLink key="milestone" url={value.milestone.web_url}>
                    {value.milestone.title}
                  </WebLink>
                ) : (
                  <None key="none" />
                ),
              ],
              ['Due', value.due_date ?? <None key="none" />],
              ['Created', <Time key="created" at={value.created_at} />],
              ['Updated', <Time key="updated" at={value.updated_at} />],
              ...(value.closed_at
                ? [['Closed', <Time key="closed" at={value.closed_at} />] as const]
                : []),
            ]}
          />
        </aside>
      </div>
    </div>
  )
}

/** Adds colours to labels, since a single issue only has their titles. */
export function withColours(
  titles: IssueDetail['labels'],
  known: readonly LabelBasic[] = [],
): (string | LabelBasic)[] {
  return titles.map((title) => known.find(({ name }) => name === title) ?? title)
}

/** Shown for an empty fact. */
export function None() {
  return <span class="dim">none</span>
}

export function People({
  people,
}: {
  readonly people: readonly Parameters<typeof UserLink>[0]['user'][]
}) {
  if (people.length === 0) return <None />
  return (
    <span class="user-list">
      {people.map((user) => (
        <UserLink key={user?.id} user={user} />
      ))}
    </span>
  )
}
