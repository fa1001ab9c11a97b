import type { Job, Pipeline, PipelineInList } from '../../contract/generated/v4/contract.ts'
import { usePagedRows } from '../parts/paged-rows.ts'
import { Problem } from '../parts/problem.tsx'
import { type Column, Table, useFocusOnTable } from '../parts/table.tsx'
import { useChanges } from '../session/events.ts'
import { actingAs } from '../session/overview.ts'
import { go } from '../shell/router.ts'
import type { PartProps } from './part-props.ts'
import { PipelineDrawing } from './pipeline-drawing.tsx'
import { readPage, segment, sendApi, useApi } from './read.ts'
import { RecordLink } from './record-link.tsx'
import { Facts, perform, State, Time, UserLink } from './small-parts.tsx'
import { projectsView } from './web-address.ts'

/** The pipelines of a project, latest first. */
export function PipelineList({ project }: PartProps) {
  const path = `/projects/${project.id}/pipelines`
  const list = usePagedRows<PipelineInList>(
    (page, signal) => readPage(path, page, signal),
    [path, actingAs.value?.username],
  )
  useChanges(['pipelines', 'builds'], list.reload)
  useFocusOnTable()
  const run = async () => {
    const isDone = await perform('The pipeline is made', () =>
      sendApi('POST', `/projects/${project.id}/pipeline`, { ref: project.default_branch }),
    )
    if (isDone) list.reload()
  }
  const columns: readonly Column<number>[] = [
    {
      id: 'status',
      title: 'Status',
      width: '6.5rem',
      cell: (place) => {
        const one = list.rowAt(place)
        return one && <State state={one.status} />
      },
    },
    { id: 'id', title: 'Pipeline', width: '5rem', cell: (place) => idOf(list.rowAt(place)) },
    {
      id: 'ref',
      title: 'Ref',
      width: 'minmax(7rem, 1fr)',
      cell: (place) => list.rowAt(place)?.ref,
    },
    {
      id: 'sha',
      title: 'Commit',
      width: '6rem',
      cell: (place) => <code>{list.rowAt(place)?.sha.slice(0, 8)}</code>,
    },
    {
      id: 'source',
      title: 'Source',
      width: '8rem',
      isMinor: true,
      cell: (place) => list.rowAt(place)?.source.replaceAll('_', ' '),
    },
    {
      id: 'created',
      title: 'Created',
      width: '10rem',
      isMinor: true,
      cell: (place) => <Time at={list.rowAt(place)?.created_at} />,
    },
  ]
  return (
    <div class="list">
      <div class="tools">
        <button type="button" class="is-first" onClick={run}>
          {`Run on ${project.default_branch}`}
        </button>
      </div>
      {list.problem !== undefined ? (
        <Problem>{list.problem}</Problem>
      ) : (
        <Table
          label="Pipelines"
          rows={list.places}
          columns={columns}
          keyOf={(place) => String(list.peek(place)?.id ?? `at-${place}`)}
          onOpen={(place) => {
            const one = list.rowAt(place)
            const home = [projectsView, ...project.path_with_namespace.split('/'), '-']
            if (one) go({ path: [...home, 'pipelines', String(one.id)] })
          }}
          empty={list.isEmpty ? ' ' : 'No pipelines: a push of a .gitlab-ci.yml makes one.'}
        />
      )}
    </div>
  )
}

const idOf = (one: PipelineInList | undefined) => one && `#${one.id}`

/** One pipeline, drawn by stage. */
export function PipelinePage({ project, rest, placeOf }: PartProps) {
  const base = `/projects/${project.id}/pipelines/${segment(rest[0] ?? '')}`
  const pipeline = useApi<Pipeline>(base, ['pipelines', 'builds', 'commitStatuses'])
  const jobs = useApi<Job[]>(`${base}/jobs?include_retried=true&per_page=100`, ['builds'])
  const { value, problem } = pipeline
  if (problem !== undefined) return <Problem>{problem}</Problem>
  if (!value) return <div class="page" />
  const isOver = !['created', 'pending', 'running'].includes(value.status)
  const act = (done: string, action: string) => () =>
    perform(done, () => sendApi('POST', `${base}/${action}`)).then(pipeline.reload)
  return (
    <div class="page is-wide">
      <header class="page-head">
        <h2 class="page-title">
          {`Pipeline #${value.id}`} {value.name ? <span class="dim">{value.name}</span> : null}
        </h2>
        <State state={value.status} />
        <span class="stretch" />
        {isOver ? (
          <button type="button" onClick={act('Runs again', 'retry')}>
            Retry
          </button>
        ) : (
          <button type="button" onClick={act('Cancelled', 'cancel')}>
            Cancel
          </button>
        )}
        <RecordLink collection="pipelines" id={value.id} />
      </header>
      {value.yaml_errors && <Problem>{value.yaml_errors}</Problem>}
      <Facts
        facts={[
          ['Ref', <code key="ref">{value.ref}</code>],
          [
            'Commit',
            <a key="sha" class="sha" href={placeOf('commit', value.sha)}>
              {value.sha.slice(0, 8)}
            </a>,
          ],
          ['By', <UserLink key="by" user={value.user} />],
          ['Created', <Time key="created" at={value.created_at} />],
          ['Duration', value.duration === null ? '–' : `${value.duration} s`],
        ]}
      />
      {jobs.problem !== undefined && <Problem>{jobs.problem}</Problem>}
      {jobs.value && jobs.value.length === 0 && <p class="dim">No jobs.</p>}
      {jobs.value && jobs.value.length > 0 && <PipelineDrawing jobs={jobs.value} />}
    </div>
  )
}
