import type {
  Commit,
  Difference,
  Discussion,
  LabelBasic,
  MergeRequestDetail,
  Pipeline,
} from '../../contract/generated/v4/contract.ts'
import { perform } from '../parts/perform.ts'
import { Problem } from '../parts/problem.tsx'
import { ShowMore } from '../parts/show-more.tsx'
import { Time } from '../parts/time.tsx'
import { isComing } from '../session/loaded.ts'
import { type ListStart, segment, sendApi, useApi, useApiList } from '../session/read.ts'
import { useTitle } from '../shell/title.ts'
import { DiffView } from './diff-view.tsx'
import { Discussions, DiscussionThread } from './discussions.tsx'
import { Entries } from './entries.tsx'
import { None, People, withColours } from './issue-page.tsx'
import type { DiffLine } from './parse-diff.ts'
import type { PartProps } from './part-props.ts'
import { Prose } from './prose.tsx'
import { RecordLink } from './record-link.tsx'
import { Facts, Labels, State, UserLink, WebLink } from './small-parts.tsx'
import { Tabs } from './tabs.tsx'
import { EditInTracker } from './tracker-form.tsx'

const tabs = [
  ['', 'Overview'],
  ['commits', 'Commits'],
  ['diffs', 'Changes'],
  ['pipelines', 'Pipelines'],
] as const

/** Shows a merge request: its discussions, commits, changes and pipelines. */
export function MergeRequestPage(props: PartProps) {
  const { project, rest, placeOf } = props
  const [iid = '', tab = ''] = rest
  const base = `/projects/${project.id}/merge_requests/${segment(iid)}`
  const request = useApi<MergeRequestDetail>(base, [
    'mergeRequests',
    'repositories',
    'pipelines',
    'notes',
    'labels',
  ])
  const discussions = useApiList<Discussion>(`${base}/discussions`, ['notes', 'mergeRequests'])
  const { value, problem } = request
  useTitle('record', value && `!${value.iid} ${value.title}`)
  if (problem !== undefined) return <Problem>{problem}</Problem>
  if (!value || isComing(discussions)) return <div class="page" />
  const isOpen = value.state === 'opened'
  const act = (done: string, method: string, path: string, body?: object) => () =>
    perform(done, () => sendApi(method, `${base}${path}`, body)).then(request.reload)
  return (
    <div class="page is-wide">
      <header class="page-head">
        <h2 class="page-title" dir="auto">
          <span class="dim">{`!${value.iid}`}</span> {value.title}
        </h2>
        <State state={value.state} />
        {value.draft && <span class="label">draft</span>}
        <span class="stretch" />
        {isOpen && (
          <button type="button" class="is-first" onClick={act('Merged', 'PUT', '/merge')}>
            Merge
          </button>
        )}
        {isOpen && (
          <button type="button" onClick={act('Approved', 'POST', '/approve')}>
            Approve
          </button>
        )}
        {value.state !== 'merged' && (
          <button
            type="button"
            onClick={act(isOpen ? 'Closed' : 'Open again', 'PUT', '', {
              state_event: isOpen ? 'close' : 'reopen',
            })}
          >
            {isOpen ? 'Close merge request' : 'Reopen merge request'}
          </button>
        )}
        <EditInTracker
          project={project}
          part="merge_requests"
          given={value}
          onChange={request.reload}
        />
        <RecordLink collection="mergeRequests" id={value.id} />
      </header>
      <p class="dim">
        <code>{value.source_branch}</code>
        {' into '}
        <code>{value.target_branch}</code>
        {isOpen ? `, ${value.detailed_merge_status.replaceAll('_', ' ')}` : ''}
      </p>
      <Tabs
        label="Parts of the merge request"
        tabs={tabs.map(([name, title]) => ({
          title,
          href: placeOf('merge_requests', iid, ...(name === '' ? [] : [name])),
          isShown: tab === name,
          count: name === 'diffs' && value.changes_count,
        }))}
      />
      {tab === '' && (
        <div class="with-side">
          <div>
            <Prose text={value.description} />
            {discussions.problem !== undefined && <Problem>{discussions.problem}</Problem>}
            {discussions.value && (
              <Discussions discussions={discussions} path={`${base}/discussions`} />
            )}
          </div>
          <aside aria-label="About the merge request">
            <AboutMergeRequest request={value} placeOf={placeOf} />
          </aside>
        </div>
      )}
      {tab === 'commits' && <CommitsOf base={base} placeOf={placeOf} />}
      {tab === 'diffs' && <ChangesOf base={base} discussions={discussions} />}
      {tab === 'pipelines' && <PipelinesOf base={base} />}
    </div>
  )
}

function AboutMergeRequest({
  request,
  placeOf,
}: {
  readonly request: MergeRequestDetail
  readonly placeOf: PartProps['placeOf']
}) {
  const { head_pipeline: pipeline } = request
  const labels = useApi<LabelBasic[]>(`/projects/${request.project_id}/labels?per_page=100`, [
    'labels',
  ])
  return (
    <Facts
      facts={[
        ['Author', <UserLink key="author" user={request.author} />],
        ['Assignees', <People key="assignees" people={request.assignees} />],
        ['Reviewers', <People key="reviewers" people={request.reviewers} />],
        [
          'Labels',
          request.labels.length > 0 ? (
            <Labels key="labels" labels={withColours(request.labels, labels.value)} />
          ) : (
            <None key="none" />
          ),
        ],
        [
          'Milestone',
          request.milestone ? (
            <WebLink key="milestone" url={request.milestone.web_url}>
              {request.milestone.title}
            </WebLink>
          ) : (
            <None key="none" />
          ),
        ],
        [
          'Pipeline',
          pipeline ? (
            <span key="pipeline">
              <State state={pipeline.status} />{' '}
              <WebLink url={pipeline.web_url}>{`#${pipeline.id}`}</WebLink>
            </span>
          ) : (
            <None key="none" />
          ),
        ],
        ['Created', <Time key="created" at={request.created_at} />],
        ...(request.merged_at
          ? [
              ['Merged', <Time key="merged" at={request.merged_at} />] as const,
              ['By', <UserLink key="by" user={request.merge_user} />] as const,
            ]
          : []),
        ...(request.merge_commit_sha
          ? [
              [
                'Merge commit',
                <a key="sha" class="sha" href={placeOf('commit', request.merge_commit_sha)}>
                  {request.merge_commit_sha.slice(0, 8)}
                </a>,
              ] as const,
            ]
          : []),
      ]}
    />
  )
}

function CommitsOf({
  base,
  placeOf,
}: {
  readonly base: string
  readonly placeOf: PartProps['placeOf']
}) {
  return (
    <Entries<Commit>
      path={`${base}/commits`}
      collections={['repositories']}
      keyOf={({ id }) => id}
      empty="No commits."
    >
      {({ id, short_id, title, author_name, committed_date }) => (
        <>
          <code>{short_id}</code>
          <a href={placeOf('commit', id)}>{title}</a>
          <span class="dim">{author_name}</span>
          <Time at={committed_date} />
        </>
      )}
    </Entries>
  )
}

interface ChangesOfProps {
  readonly base: string
  readonly discussions: ListStart<Discussion>
}

/** Shows the changes of a merge request, with the discussions below their lines. */
function ChangesOf({ base, discussions }: ChangesOfProps) {
  const differences = useApiList<Difference>(`${base}/diffs`, ['repositories', 'mergeRequests'])
  const { value, problem } = differences
  if (problem !== undefined) return <Problem>{problem}</Problem>
  if (!value) return null
  const below = (difference: Difference, line: DiffLine) => {
    const here = (discussions.value ?? []).filter((discussion) =>
      isOn(discussion, difference, line),
    )
    return here.length === 0
      ? null
      : here.map((discussion) => (
          <DiscussionThread
            key={discussion.id}
            discussion={discussion}
            path={`${base}/discussions`}
            onChange={discussions.reload}
          />
        ))
  }
  return (
    <>
      <ShowMore list={discussions} what="discussions" />
      <DiffView differences={value} isMore={differences.isMore} below={below} />
      <ShowMore list={differences} what="files" />
    </>
  )
}

/**
 * Whether a discussion is on a line. The position of an unchanged line has both numbers, any other the one of its side.
 */
function isOn(
  { notes: [first] }: Discussion,
  { old_path, new_path }: Difference,
  line: DiffLine,
): boolean {
  const position = first?.position
  if (!position || line.kind === 'hunk' || line.kind === 'remark') return false
  const { old_line, new_line } = position
  if (new_line) return position.new_path === new_path && line.after === new_line
  return position.old_path === old_path && line.before > 0 && line.before === old_line
}

function PipelinesOf({ base }: { readonly base: string }) {
  return (
    <Entries<Pipeline>
      path={`${base}/pipelines`}
      collections={['pipelines', 'builds']}
      keyOf={({ id }) => id}
      empty="No pipelines."
    >
      {({ id, status, ref, sha, web_url, created_at }) => (
        <>
          <State state={status} />
          <WebLink url={web_url}>{`#${id}`}</WebLink>
          <code>{ref}</code>
          <code>{sha.slice(0, 8)}</code>
          <Time at={created_at} />
        </>
      )}
    </Entries>
  )
}
