import type {
  CommitDetail,
  Comparison,
  Difference,
  Discussion,
} from '../../contract/generated/v4/contract.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Problem } from '../parts/problem.tsx'
import { ShowMore } from '../parts/show-more.tsx'
import { Time } from '../parts/time.tsx'
import { segment, useApi, useApiList } from '../session/read.ts'
import { useTitle } from '../shell/title.ts'
import { DiffView } from './diff-view.tsx'
import { Discussions } from './discussions.tsx'
import type { PartProps } from './part-props.ts'
import { Facts, State, WebLink } from './small-parts.tsx'

/** Shows a commit: its message and its changes. */
export function CommitPage({ project, rest, placeOf }: PartProps) {
  const base = `/projects/${project.id}/repository/commits/${segment(rest[0] ?? '')}`
  const commit = useApi<CommitDetail>(base, ['repositories', 'pipelines', 'builds'])
  const differences = useApiList<Difference>(`${base}/diff`, ['repositories'])
  const discussions = useApiList<Discussion>(`${base}/discussions`, ['notes'])
  const { value, problem } = commit
  useTitle('record', value?.title)
  if (problem !== undefined) return <Problem>{problem}</Problem>
  if (!value) return <div class="page" />
  const [, ...body] = value.message.trim().split('\n')
  return (
    <div class="page is-wide">
      <h2 class="page-title">{value.title}</h2>
      {body.join('').trim() !== '' && <pre class="prose">{body.join('\n').trim()}</pre>}
      <Facts
        facts={[
          [
            'SHA',
            <span key="sha" class="with-copy">
              <code>{value.id}</code>
              <CopyButton text={value.id} label="the SHA" />
            </span>,
          ],
          ['Author', `${value.author_name} <${value.author_email}>`],
          ...(value.committer_email === value.author_email
            ? []
            : [['Committer', `${value.committer_name} <${value.committer_email}>`] as const]),
          ['Committed', <Time key="at" at={value.committed_date} />],
          [
            'Parents',
            value.parent_ids.length === 0
              ? 'none'
              : value.parent_ids.map((id) => (
                  <a key={id} class="sha" href={placeOf('commit', id)}>
                    {id.slice(0, 8)}
                  </a>
                )),
          ],
          [
            'Files',
            <a key="files" href={placeOf('tree', value.id)}>
              Browse
            </a>,
          ],
          [
            'Pipeline',
            value.last_pipeline ? (
              <span key="pipeline">
                <State state={value.last_pipeline.status} />{' '}
                <WebLink url={value.last_pipeline.web_url}>{`#${value.last_pipeline.id}`}</WebLink>
              </span>
            ) : (
              'none'
            ),
          ],
        ]}
      />
      {differences.problem !== undefined && <Problem>{differences.problem}</Problem>}
      {differences.value && (
        <DiffView differences={differences.value} isMore={differences.isMore} />
      )}
      <ShowMore list={differences} what="files" />
      {discussions.value && discussions.value.length > 0 && (
        <Discussions discussions={discussions} path={`${base}/discussions`} />
      )}
    </div>
  )
}

/** Shows a comparison of two revisions: `a...b` since their merge base, `a..b` since the first. */
export function ComparisonPage({ project, rest, placeOf }: PartProps) {
  const named = rest.join('/')
  const dots = named.includes('...') ? '...' : '..'
  const [from = '', to = ''] = named.split(dots)
  useTitle('record', named)
  const { value, problem } = useApi<Comparison>(
    to === ''
      ? undefined
      : `/projects/${project.id}/repository/compare?from=${segment(from)}&to=${segment(to)}&straight=${dots === '..'}`,
    ['repositories'],
  )
  if (to === '') {
    return <Problem>{`“${named}” are no two revisions: main...feature would be.`}</Problem>
  }
  if (problem !== undefined) return <Problem>{problem}</Problem>
  if (!value) return <div class="page" />
  return (
    <div class="page is-wide">
      <h2 class="page-title">{`${from} … ${to}`}</h2>
      <ul class="entries">
        {value.commits?.map(({ id, short_id, title, author_name }) => (
          <li key={id}>
            <code>{short_id}</code>
            <a href={placeOf('commit', id)}>{title}</a>
            <span class="dim">{author_name}</span>
          </li>
        ))}
      </ul>
      <DiffView differences={value.diffs ?? []} />
    </div>
  )
}
