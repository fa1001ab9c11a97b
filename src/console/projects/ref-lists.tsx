import type { Branch, Tag } from '../../contract/generated/v4/contract.ts'
import { usePagedRows } from '../parts/paged-rows.ts'
import { Problem } from '../parts/problem.tsx'
import { type Column, Table, useFocusOnTable } from '../parts/table.tsx'
import { useChanges } from '../session/events.ts'
import { actingAs } from '../session/overview.ts'
import { go } from '../shell/router.ts'
import type { PartProps } from './part-props.ts'
import { readPage } from './read.ts'
import { Time } from './small-parts.tsx'
import { projectsView } from './web-address.ts'

/** The branches of a project. */
export function BranchList(props: PartProps) {
  return (
    <RefList<Branch>
      {...props}
      label="Branches"
      part="branches"
      say={({ default: isDefault, protected: isProtected, merged }) =>
        [isDefault && 'default', isProtected && 'protected', merged && 'merged']
          .filter(Boolean)
          .join(', ')
      }
    />
  )
}

/** The tags of a project. */
export function TagList(props: PartProps) {
  return (
    <RefList<Tag>
      {...props}
      label="Tags"
      part="tags"
      say={({ message, protected: isProtected }) =>
        [message, isProtected && 'protected'].filter(Boolean).join(', ')
      }
    />
  )
}

interface RefListProps<Ref> extends PartProps {
  readonly label: string
  readonly part: 'branches' | 'tags'
  readonly say: (ref: Ref) => string
}

function RefList<Ref extends Branch | Tag>({ project, label, part, say }: RefListProps<Ref>) {
  const path = `/projects/${project.id}/repository/${part}`
  const list = usePagedRows<Ref>(
    (page, signal) => readPage(path, page, signal),
    [path, actingAs.value?.username],
  )
  useChanges(['repositories', 'protectedBranches', 'protectedTags', 'projects'], list.reload)
  useFocusOnTable()
  const columns: readonly Column<number>[] = [
    {
      id: 'name',
      title: 'Name',
      width: 'minmax(8rem, 1fr)',
      cell: (place) => <strong>{list.rowAt(place)?.name}</strong>,
    },
    {
      id: 'what',
      title: 'Is',
      width: 'minmax(5rem, 12rem)',
      cell: (place) => {
        const ref = list.rowAt(place)
        return <span class="dim">{ref && say(ref)}</span>
      },
    },
    {
      id: 'commit',
      title: 'Last commit',
      width: 'minmax(8rem, 2fr)',
      isMinor: true,
      cell: (place) => list.rowAt(place)?.commit.title,
    },
    {
      id: 'at',
      title: 'Committed',
      width: '10rem',
      isMinor: true,
      cell: (place) => <Time at={list.rowAt(place)?.commit.committed_date} />,
    },
    {
      id: 'sha',
      title: 'SHA',
      width: '5.5rem',
      cell: (place) => <code>{list.rowAt(place)?.commit.short_id}</code>,
    },
  ]
  if (list.problem !== undefined) return <Problem>{list.problem}</Problem>
  return (
    <Table
      label={label}
      rows={list.places}
      columns={columns}
      keyOf={String}
      onOpen={(place) => {
        const name = list.rowAt(place)?.name
        const home = [projectsView, ...project.path_with_namespace.split('/'), '-']
        if (name !== undefined) go({ path: [...home, 'commits', ...name.split('/')] })
      }}
      empty={list.isEmpty ? ' ' : `No ${part}.`}
    />
  )
}
