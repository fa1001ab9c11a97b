import type { Issue, MergeRequest } from '../../contract/generated/v4/contract.ts'
import { FilterField } from '../parts/filter-field.tsx'
import { usePagedRows } from '../parts/paged-rows.ts'
import { Problem } from '../parts/problem.tsx'
import { type Column, Table, useFocusOnTable } from '../parts/table.tsx'
import { useChanges } from '../session/events.ts'
import { actingAs } from '../session/overview.ts'
import { address, go, setQuery } from '../shell/router.ts'
import { NewIssue } from './new-issue.tsx'
import type { PartProps } from './part-props.ts'
import { readPage, segment } from './read.ts'
import { Labels, State, Time } from './small-parts.tsx'
import { projectsView } from './web-address.ts'

/** The issues of a project. */
export function IssueList(props: PartProps) {
  return (
    <NumberedList<Issue>
      {...props}
      label="Issues"
      part="issues"
      sign="#"
      states={['opened', 'closed', 'all']}
      collections={['issues', 'labels', 'notes']}
    >
      <NewIssue {...props} />
    </NumberedList>
  )
}

/** The merge requests of a project. */
export function MergeRequestList(props: PartProps) {
  return (
    <NumberedList<MergeRequest>
      {...props}
      label="Merge requests"
      part="merge_requests"
      sign="!"
      states={['opened', 'merged', 'closed', 'all']}
      collections={['mergeRequests', 'labels', 'notes']}
    />
  )
}

interface NumberedListProps extends PartProps {
  readonly label: string
  readonly part: 'issues' | 'merge_requests'
  readonly sign: string
  readonly states: readonly string[]
  readonly collections: readonly string[]
  readonly children?: preact.ComponentChildren
}

function NumberedList<One extends Issue | MergeRequest>({
  project,
  label,
  part,
  sign,
  states,
  collections,
  children,
}: NumberedListProps) {
  const { query } = address.value
  const state = query.get('state') ?? 'opened'
  const search = query.get('search') ?? ''
  const order = query.get('order_by') ?? 'created_at'
  const isDown = query.get('sort') !== 'asc'
  const path = `/projects/${project.id}/${part}?scope=all&state=${segment(state)}&order_by=${segment(order)}&sort=${isDown ? 'desc' : 'asc'}&with_labels_details=true${
    search === '' ? '' : `&search=${segment(search)}`
  }`
  const list = usePagedRows<One>(
    (page, signal) => readPage(path, page, signal),
    [path, actingAs.value?.username],
  )
  useChanges(collections, list.reload)
  useFocusOnTable()
  const columns: readonly Column<number>[] = [
    {
      id: 'iid',
      title: sign,
      width: '4rem',
      cell: (place) => {
        const one = list.rowAt(place)
        return one && <span class="dim">{`${sign}${one.iid}`}</span>
      },
    },
    {
      id: 'title',
      title: 'Title',
      width: 'minmax(8rem, 1fr)',
      cell: (place) => {
        const one = list.rowAt(place)
        return (
          one && (
            <>
              <bdi>{one.title}</bdi> <Labels labels={one.labels} />
            </>
          )
        )
      },
    },
    {
      id: 'state',
      title: 'State',
      width: '5.5rem',
      cell: (place) => {
        const one = list.rowAt(place)
        return one && <State state={one.state} />
      },
    },
    {
      id: 'author',
      title: 'Author',
      width: '8rem',
      isMinor: true,
      cell: (place) => list.rowAt(place)?.author?.name,
    },
    {
      id: 'assignee',
      title: 'Assignee',
      width: '8rem',
      isMinor: true,
      cell: (place) => list.rowAt(place)?.assignee?.name,
    },
    {
      id: 'notes',
      title: 'Comments',
      width: '5rem',
      isMinor: true,
      isNumber: true,
      cell: (place) => list.rowAt(place)?.user_notes_count || '',
    },
    {
      id: 'updated_at',
      title: 'Updated',
      width: '10rem',
      isMinor: true,
      cell: (place) => <Time at={list.rowAt(place)?.updated_at} />,
    },
  ]
  return (
    <div class="list">
      <div class="tools">
        <span class="choices" role="group" aria-label="State">
          {states.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={state === one}
              onClick={() => setQuery({ state: one === 'opened' ? undefined : one })}
            >
              {one}
            </button>
          ))}
        </span>
        <FilterField
          label={`Search ${label.toLowerCase()}`}
          placeholder="Search titles and descriptions"
          value={search}
          onChange={(text) => setQuery({ search: text })}
        />
        <label class="with-label">
          <span class="dim">by</span>
          <select
            value={`${order} ${isDown ? 'desc' : 'asc'}`}
            aria-label="Order"
            onChange={({ currentTarget }) => {
              const [order_by, sort] = currentTarget.value.split(' ')
              setQuery({ order_by, sort })
            }}
          >
            <option value="created_at desc">newest first</option>
            <option value="created_at asc">oldest first</option>
            <option value="updated_at desc">last changed first</option>
            <option value="title asc">title</option>
          </select>
        </label>
        {children}
      </div>
      {list.problem !== undefined ? (
        <Problem>{list.problem}</Problem>
      ) : (
        <Table
          label={label}
          rows={list.places}
          columns={columns}
          keyOf={(place) => String(list.peek(place)?.iid ?? `at-${place}`)}
          onOpen={(place) => {
            const one = list.rowAt(place)
            const home = [projectsView, ...project.path_with_namespace.split('/'), '-']
            if (one) go({ path: [...home, part, String(one.iid)] })
          }}
          empty={list.isEmpty ? ' ' : `No ${label.toLowerCase()} of this kind.`}
        />
      )}
    </div>
  )
}
