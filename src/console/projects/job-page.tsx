import { useState } from 'preact/hooks'
import type { Job } from '../../contract/generated/v4/contract.ts'
import { CodeView } from '../parts/code-view.tsx'
import { Icon } from '../parts/icon.tsx'
import { perform } from '../parts/perform.ts'
import { Problem } from '../parts/problem.tsx'
import { Time } from '../parts/time.tsx'
import { forge } from '../session/control.ts'
import { segment, sendApi, useApi, useApiText } from '../session/read.ts'
import { useTitle } from '../shell/title.ts'
import type { PartProps } from './part-props.ts'
import { RecordLink } from './record-link.tsx'
import { Facts, State, UserLink, WebLink } from './small-parts.tsx'

/** Shows a job with its log; the operator of the server can act as its runner. */
export function JobPage({ project, rest, placeOf }: PartProps) {
  const base = `/projects/${project.id}/jobs/${segment(rest[0] ?? '')}`
  const job = useApi<Job>(base, ['builds'])
  const trace = useApiText(`${base}/trace`, ['builds'])
  const { value, problem } = job
  useTitle('record', value && `${value.name} #${value.id}`)
  if (problem !== undefined) return <Problem>{problem}</Problem>
  if (!value) return <div class="page" />
  const isOver = !['created', 'pending', 'running', 'manual'].includes(value.status)
  const act = (done: string, action: string) => () =>
    perform(done, () => sendApi('POST', `${base}/${action}`)).then(job.reload)
  return (
    <div class="page is-wide">
      <header class="page-head">
        <h2 class="page-title">
          {value.name} <span class="dim">{`#${value.id}`}</span>
        </h2>
        <State state={value.status} />
        <span class="stretch" />
        {value.status === 'manual' && (
          <button type="button" class="is-first" onClick={act('Played', 'play')}>
            <Icon name="play" />
            Play
          </button>
        )}
        {isOver ? (
          <button type="button" onClick={act('Runs again', 'retry')}>
            <Icon name="replay" />
            Retry
          </button>
        ) : (
          <button type="button" onClick={act('Cancelled', 'cancel')}>
            Cancel
          </button>
        )}
        {isOver && (
          <button type="button" class="is-dangerous" onClick={act('Erased', 'erase')}>
            Erase
          </button>
        )}
        <RecordLink collection="builds" id={value.id} />
      </header>
      <Facts
        facts={[
          ['Stage', value.stage],
          ['Ref', <code key="ref">{value.ref}</code>],
          [
            'Commit',
            value.commit ? (
              <a key="sha" class="sha" href={placeOf('commit', value.commit.id)}>
                {value.commit.short_id}
              </a>
            ) : (
              '–'
            ),
          ],
          [
            'Pipeline',
            <WebLink key="pipeline" url={value.pipeline.web_url}>
              {`#${value.pipeline.id}`}
            </WebLink>,
          ],
          ['By', <UserLink key="by" user={value.user} />],
          ['Started', <Time key="started" at={value.started_at} />],
          ['Finished', <Time key="finished" at={value.finished_at} />],
          ...(value.coverage === null ? [] : [['Coverage', `${value.coverage} %`] as const]),
        ]}
      />
      {!isOver && value.status !== 'manual' && <Runner job={value} onChange={job.reload} />}
      <h3>Trace</h3>
      {trace.problem !== undefined && <Problem>{trace.problem}</Problem>}
      {trace.value ? (
        <CodeView text={withoutColours(trace.value)} label="The trace" isNumbered />
      ) : (
        <p class="dim">Nothing was printed.</p>
      )}
    </div>
  )
}

/** Removes the escape sequences of terminals. */
function withoutColours(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with a control character
  return text.replace(/\u001b\[[\d;]{0,20}[A-Za-z]/g, '').replaceAll('\r\n', '\n')
}

interface RunnerProps {
  readonly job: Job
  readonly onChange: () => void
}

/** A form that acts as the runner of a job, since there is no other runner. */
function Runner({ job, onChange }: RunnerProps) {
  const [trace, setTrace] = useState('')
  const advance = (state: 'running' | 'success' | 'failed' | 'canceled') => async () => {
    const report = trace === '' ? {} : { trace: `${trace}\n` }
    const isDone = await perform(`The job is ${state}`, async () =>
      forge.builds.advance(job.id, state, report),
    )
    if (isDone) setTrace('')
    onChange()
  }
  return (
    <section class="card runner" aria-label="The runner">
      <p class="dim">No runner takes jobs here: what would one say of this?</p>
      <textarea
        rows={2}
        class="mono"
        aria-label="What the job prints"
        placeholder="What it prints"
        value={trace}
        onInput={({ currentTarget }) => setTrace(currentTarget.value)}
      />
      <div class="form-actions">
        {job.status !== 'running' && (
          <button type="button" onClick={advance('running')}>
            <Icon name="play" />
            Start
          </button>
        )}
        <button type="button" class="is-first" onClick={advance('success')}>
          <Icon name="check" />
          Succeed
        </button>
        <button type="button" class="is-dangerous" onClick={advance('failed')}>
          <Icon name="close" />
          Fail
        </button>
      </div>
    </section>
  )
}
