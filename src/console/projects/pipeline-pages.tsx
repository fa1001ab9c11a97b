import type { Job, Pipeline, PipelineInList } from '../../contract/generated/v4/contract.ts'
import { type PagedColumn, PagedTable } from '../parts/paged-table.tsx'
import { perform } from '../parts/perform.ts'
import { Problem } from '../parts/problem.tsx'
import { ShowMore } from '../parts/show-more.tsx'
import { Time } from '../parts/time.tsx'
import { forge } from '../session/control.ts'
import { useLoaded } from '../session/loaded.ts'
import { segment, sendApi, useApi, useApiList, useApiRows } from '../session/read.ts'
import { go } from '../shell/router.ts'
import { useTitle } from '../shell/title.ts'
import { placeInProject } from '../shell/web-address.ts'
import type { PartProps } from './part-props.ts'
import { PipelineDrawing } from './pipeline-drawing.tsx'
import { RecordLink } from './record-link.tsx'
import { Facts, State, UserLink } from './small-parts.tsx'

const columns: readonly PagedColumn<PipelineInList>[] = [
  {
    id: 'status',
    title: 'Status',
    width: '6.5rem',
    cell: ({ status }) => <State state={status} />,
  },
  { id: 'id', title: 'Pipeline', width: '5rem', cell: ({ id }) => `#${id}` },
  { id: 'ref', title: 'Ref', width: 'minmax(7rem, 1fr)', cell: ({ ref }) => ref },
  {
    id: 'sha',
    title: 'Commit',
    width: '6rem',
    isMinor: true,
    cell: ({ sha }) => <code>{sha.slice(0, 8)}</code>,
  },
  {
    id: 'source',
    title: 'Source',
    width: '8rem',
    isMinor: true,
    cell: ({ source }) => source.replaceAll('_', ' '),
  },
  {
    id: 'created',
    title: 'Created',
    width: '10rem',
    isMinor: true,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
]

/** Shows the pipelines of a project, latest first. */
export function PipelineList({ project }: PartProps) {
  const list = useApiRows<PipelineInList>(`/projects/${project.id}/pipelines`, [
    'pipelines',
    'builds',
  ])
  const run = async () => {
    const isDone = await perform('The pipeline is made', () =>
      sendApi('POST', `/projects/${project.id}/pipeline`, { ref: project.default_branch }),
    )
    if (isDone) list.reload()
  }
  return (
    <div class="list">
      <div class="tools">
        <button type="button" class="is-first" onClick={run}>
          {`Run on ${project.default_branch}`}
        </button>
      </div>
      <PagedTable
        label="Pipelines"
        list={list}
        columns={columns}
        keyOf={({ id }) => String(id)}
        onOpen={({ id }) => go({ path: placeInProject(project, 'pipelines', String(id)) })}
        empty="No pipelines: a push of a .gitlab-ci.yml makes one."
      />
    </div>
  )
}

/** Reads the `needs` of the jobs of a pipeline by job id, from the stored records, since no API shows them. */
async function readNeeds(pipeline: string): Promise<ReadonlyMap<number, readonly string[]>> {
  const { records } = await forge.collections.list('builds', {
    where: { pipeline_id: pipeline },
    per_page: 200,
  })
  return new Map(
    records.flatMap(({ id, needs }) => (Array.isArray(needs) ? [[id, needs.map(String)]] : [])),
  )
}

/** Shows one pipeline, drawn by stage. */
export function PipelinePage({ project, rest, placeOf }: PartProps) {
  const base = `/projects/${project.id}/pipelines/${segment(rest[0] ?? '')}`
  const pipeline = useApi<Pipeline>(base, ['pipelines', 'builds', 'commitStatuses'])
  const jobs = useApiList<Job>(`${base}/jobs?include_retried=true`, ['builds'])
  const needs = useLoaded(() => readNeeds(rest[0] ?? ''), [rest[0], jobs.value])
  const { value, problem } = pipeline
  useTitle('record', value && `Pipeline #${value.id}`)
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
      {jobs.value && jobs.value.length > 0 && (
        <PipelineDrawing jobs={jobs.value} needs={needs.value} />
      )}
      <ShowMore list={jobs} what="jobs" />
    </div>
  )
}
