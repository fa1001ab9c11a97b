import type { Board, Issue } from '../../contract/generated/v4/contract.ts'
import { Problem } from '../parts/problem.tsx'
import { useChanges } from '../session/events.ts'
import { useLoaded } from '../session/loaded.ts'
import { actingAs } from '../session/overview.ts'
import { readPage, segment, useApi } from '../session/read.ts'
import { Labels, WebLink } from './small-parts.tsx'
import { Tabs } from './tabs.tsx'

interface BoardsProps {
  /** The path of the project or the group in the API, such as `/projects/1`. */
  readonly base: string
  /** The id of the board in the address. */
  readonly id: string | undefined
  readonly hrefOfBoard: (id: number) => string
}

/** Shows the boards of a project or a group, with the issues of the selected one. */
export function Boards({ base, id, hrefOfBoard }: BoardsProps) {
  const { value, problem } = useApi<Board[]>(`${base}/boards?per_page=100`, [
    'boards',
    'boardLists',
    'labels',
  ])
  if (problem !== undefined) return <Problem>{problem}</Problem>
  if (!value) return <div class="page" />
  const board = id === undefined ? value[0] : value.find((one) => String(one.id) === id)
  if (!board) {
    return id === undefined ? (
      <div class="page">
        <p class="dim">No boards.</p>
      </div>
    ) : (
      <Problem>{`There is no board ${id}.`}</Problem>
    )
  }
  return (
    <div class="page is-wide">
      <Tabs
        label="Boards"
        tabs={value.map((one) => ({
          title: one.name,
          href: hrefOfBoard(one.id),
          isShown: one === board,
        }))}
      />
      <div class="board" tabIndex={0} role="region" aria-label={`The board ${board.name}`}>
        {columnsOf(board).map(({ title, query }) => (
          <BoardColumn key={query} title={title} path={`${base}/issues?scope=all&${query}`} />
        ))}
      </div>
    </div>
  )
}

/** Returns a column for each label, between those of other open issues and of closed issues. */
function columnsOf(board: Board): { readonly title: string; readonly query: string }[] {
  const names = board.lists.flatMap(({ label }) => label?.name ?? [])
  const others = names.length === 0 ? '' : `&not[labels]=${segment(names.join(','))}`
  const isOpen = 'state=opened'
  return [
    ...(board.hide_backlog_list ? [] : [{ title: 'Open', query: `${isOpen}${others}` }]),
    ...names.map((name) => ({ title: name, query: `${isOpen}&labels=${segment(name)}` })),
    ...(board.hide_closed_list ? [] : [{ title: 'Closed', query: 'state=closed' }]),
  ]
}

/** Shows a list of a board, with the first page of its issues. */
function BoardColumn({ title, path }: { readonly title: string; readonly path: string }) {
  const { value, problem, reload } = useLoaded(
    (signal) => readPage<Issue>(`${path}&with_labels_details=true`, 1, signal),
    [path, actingAs.value?.username],
  )
  useChanges(['issues', 'labels'], reload)
  return (
    <section aria-label={title}>
      <h2>
        <bdi>{title}</bdi> <span class="dim">{value?.total}</span>
      </h2>
      {problem !== undefined && <Problem>{problem}</Problem>}
      <ul>
        {value?.rows.map((issue) => (
          <li key={issue.id} class="card">
            <WebLink url={issue.web_url}>
              <bdi>{issue.title}</bdi>
            </WebLink>
            <p class="board-facts dim">
              {`#${issue.iid}`} <Labels labels={issue.labels} />
              {issue.assignee ? ` ${issue.assignee.name}` : ''}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
