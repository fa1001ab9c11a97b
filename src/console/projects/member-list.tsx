import { accessLevelNames } from '../../contract/access-levels.ts'
import type { Member } from '../../contract/generated/v4/contract.ts'
import { type PagedColumn, PagedTable } from '../parts/paged-table.tsx'
import { Time } from '../parts/time.tsx'
import { useApiRows } from '../session/read.ts'
import { go } from '../shell/router.ts'
import { projectsView } from '../shell/web-address.ts'

const columns: readonly PagedColumn<Member>[] = [
  { id: 'name', title: 'Name', width: 'minmax(8rem, 1fr)', cell: ({ name }) => <bdi>{name}</bdi> },
  {
    id: 'username',
    title: 'Username',
    width: 'minmax(6rem, 1fr)',
    cell: ({ username }) => <span class="dim">{`@${username}`}</span>,
  },
  {
    id: 'level',
    title: 'Role',
    width: '7rem',
    cell: ({ access_level }) => accessLevelNames[access_level],
  },
  {
    id: 'since',
    title: 'Since',
    width: '10rem',
    isMinor: true,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    id: 'expires',
    title: 'Expires',
    width: '8rem',
    isMinor: true,
    cell: ({ expires_at }) => expires_at ?? <span class="dim">never</span>,
  },
]

/** Shows the members of a project or a group, including inherited ones. */
export function MemberList({ base }: { readonly base: string }) {
  const list = useApiRows<Member>(`${base}/members/all`, ['members', 'users', 'namespaces'])
  return (
    <PagedTable
      label="Members"
      list={list}
      columns={columns}
      keyOf={({ id }) => String(id)}
      onOpen={({ username }) => go({ path: [projectsView, username] })}
      empty="No members."
    />
  )
}
