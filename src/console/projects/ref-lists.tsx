import type { Branch, Tag } from '../../contract/generated/v4/contract.ts'
import { type PagedColumn, PagedTable } from '../parts/paged-table.tsx'
import { Time } from '../parts/time.tsx'
import { useApiRows } from '../session/read.ts'
import { go } from '../shell/router.ts'
import { placeInProject } from '../shell/web-address.ts'
import type { PartProps } from './part-props.ts'

/** Shows the branches of a project. */
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

/** Shows the tags of a project. */
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
  const list = useApiRows<Ref>(`/projects/${project.id}/repository/${part}`, [
    'repositories',
    'protectedBranches',
    'protectedTags',
    'projects',
  ])
  const columns: readonly PagedColumn<Ref>[] = [
    {
      id: 'name',
      title: 'Name',
      width: 'minmax(8rem, 1fr)',
      cell: ({ name }) => <strong>{name}</strong>,
    },
    {
      id: 'what',
      title: 'Is',
      width: 'minmax(5rem, 12rem)',
      cell: (ref) => <span class="dim">{say(ref)}</span>,
    },
    {
      id: 'commit',
      title: 'Last commit',
      width: 'minmax(8rem, 2fr)',
      isMinor: true,
      cell: ({ commit }) => commit.title,
    },
    {
      id: 'at',
      title: 'Committed',
      width: '10rem',
      isMinor: true,
      cell: ({ commit }) => <Time at={commit.committed_date} />,
    },
    {
      id: 'sha',
      title: 'SHA',
      width: '5.5rem',
      isMinor: true,
      cell: ({ commit }) => <code>{commit.short_id}</code>,
    },
  ]
  return (
    <PagedTable
      label={label}
      list={list}
      columns={columns}
      keyOf={({ name }) => name}
      onOpen={({ name }) => go({ path: placeInProject(project, 'commits', ...name.split('/')) })}
      empty={`No ${part}.`}
    />
  )
}
