import type { Group, GroupDetail } from '../../contract/generated/v4/contract.ts'
import { Problem } from '../parts/problem.tsx'
import { hrefOf } from '../shell/router.ts'
import { placeInGroup } from '../shell/web-address.ts'
import { Boards } from './boards-page.tsx'
import { Entries } from './entries.tsx'
import { MemberList } from './member-list.tsx'
import { LabelRows, Milestones, OneMilestone } from './planning-pages.tsx'

interface GroupPartProps {
  readonly group: GroupDetail
  readonly part: string
  readonly rest: readonly string[]
}

/** Shows a part of a group, by its name in GitLab's addresses. */
export function GroupPart({ group, part, rest }: GroupPartProps) {
  const base = `/groups/${group.id}`
  const [first] = rest
  switch (part) {
    case 'milestones':
      return first === undefined ? (
        <Milestones path={`${base}/milestones`} />
      ) : (
        <OneMilestone base={`${base}/milestones`} iid={first} />
      )
    case 'labels':
      return <LabelRows path={`${base}/labels`} />
    case 'subgroups':
      return <Subgroups base={base} />
    case 'boards':
      return (
        <Boards
          base={base}
          id={first}
          hrefOfBoard={(id) => hrefOf({ path: placeInGroup(group, 'boards', String(id)) })}
        />
      )
    case 'group_members':
      return <MemberList base={base} />
    default:
      return <Problem>{`The console has no page of “${part}” of a group.`}</Problem>
  }
}

function Subgroups({ base }: { readonly base: string }) {
  return (
    <div class="page">
      <Entries<Group>
        path={`${base}/subgroups`}
        collections={['namespaces']}
        keyOf={({ id }) => id}
        empty="No subgroups."
      >
        {(group) => (
          <>
            <a href={hrefOf({ path: placeInGroup(group) })}>{group.name}</a>
            <span class="dim">{group.visibility}</span>
          </>
        )}
      </Entries>
    </div>
  )
}
