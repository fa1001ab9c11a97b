import type { Issue, MergeRequest } from '../../contract/generated/v4/contract.ts'
import { FilterField } from '../parts/filter-field.tsx'
import { type PagedColumn, PagedTable } from '../parts/paged-table.tsx'
import { Time } from '../parts/time.tsx'
import { useSettled } from '../parts/use-settled.ts'
import { segment, useApiRows } from '../session/read.ts'
import { address, go, setQuery } from '../shell/router.ts'
import { placeInProject } from '../shell/web-address.ts'
import type { PartProps } from './part-props.ts'
import { Labels, State } from './small-parts.tsx'
import { NewInTracker } from './tracker-form.tsx'

/** Shows the issues of a project. */
export function IssueList(props: PartProps) {
  return (
    <NumberedList
      {...props}
      label="Issues"
      part="issues"
      sign="#"
      states={['opened', 'closed', 'all']}
      collections={['issues', 'labels', 'notes']}
    >
      <NewInTracker project={props.project} part="issues" isOpen={props.rest[0] === 'new'} />
    </NumberedList>
  )
}

/** Shows the merge requests of a project. */
export function MergeRequestList(props: PartProps) {
  return (
    <NumberedList
      {...props}
      label="Merge requests"
      part="merge_requests"
      sign="!"
      states={['opened', 'merged', 'closed', 'all']}
      collections={['mergeRequests', 'labels', 'notes']}
    >
      <NewInTracker
        project={props.project}
        part="merge_requests"
        isOpen={props.rest[0] === 'new'}
      />
    </NumberedList>
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

function NumberedList({
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
  const searched = useSettled(search)
  const order = query.get('order_by') ?? 'created_at'
  const isDown = query.get('sort') !== 'asc'
  const path = `/projects/${project.id}/${part}?scope=all&state=${segment(state)}&order_by=${segment(order)}&sort=${isDown ? 'desc' : 'asc'}&with_labels_details=true${
    searched === '' ? '' : `&search=${segment(searched)}`
  }`
  const list = useApiRows<Issue | MergeRequest>(path, collections)
  const columns: readonly PagedColumn<Issue | MergeRequest>[] = [
    {
      id: 'iid',
      title: sign,
      width: '4rem',
      cell: ({ iid }) => <span class="dim">{`${sign}${iid}`}</span>,
    },
    {
      id: 'title',
      title: 'Title',
      width: 'minmax(8rem, 1fr)',
      cell: ({ title, labels }) => (
        <>
          <bdi>{title}</bdi> <Labels labels={labels} />
        </>
      ),
    },
    {
      id: 'state',
      title: 'State',
      width: '5.5rem',
      // A state that all entries share is shown above the list.
      isMinor: state !== 'all',
      cell: ({ state }) => <State state={state} />,
    },
    {
      id: 'author',
      title: 'Author',
      width: '8rem',
      isMinor: true,
      cell: ({ author }) => author?.name,
    },
    {
      id: 'assignee',
      title: 'Assignee',
      width: '8rem',
      isMinor: true,
      cell: ({ assignee }) => assignee?.name,
    },
    {
      id: 'notes',
      title: 'Comments',
      width: '5rem',
      isMinor: true,
      isNumber: true,
      cell: ({ user_notes_count }) => user_notes_count || '',
    },
    {
      id: 'updated_at',
      title: 'Updated',
      width: '10rem',
      isMinor: true,
      cell: ({ updated_at }) => <Time at={updated_at} />,
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
      <PagedTable
        label={label}
        list={list}
        columns={columns}
        keyOf={({ iid }) => String(iid)}
        onOpen={({ iid }) => go({ path: placeInProject(project, part, String(iid)) })}
        empty={`No ${label.toLowerCase()} of this kind.`}
      />
    </div>
  )
}
