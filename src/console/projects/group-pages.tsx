import type { Group, GroupDetail } from '../../contract/generated/v4/contract.ts'
import { Problem } from '../parts/problem.tsx'
import { useApi } from '../session/read.ts'
import { hrefOf } from '../shell/router.ts'
import { LabelRows, Milestones, OneMilestone } from './planning-pages.tsx'
import { projectsView } from './web-address.ts'

interface GroupPartProps {
  readonly group: GroupDetail
  readonly part: string
  readonly rest: readonly string[]
}

/** A part of a group, by what GitLab's addresses call it. */
export function GroupPart({ group, part, rest }: GroupPartProps) {
  const base = `/groups/${group.id}`
  const [first] = rest
  switch (part) {
    case 'milestones':
      return first === undefined ? (
        <Milestones path={`${base}/milestones?per_page=100`} />
      ) : (
        <OneMilestone base={`${base}/milestones`} iid={first} />
      )
    case 'labels':
      return <LabelRows path={`${base}/labels?per_page=100`} />
    case 'subgroups':
      return <Subgroups base={base} />
    default:
      return <Problem>{`The console has no page of “${part}” of a group.`}</Problem>
  }
}

function Subgroups({ base }: { readonly base: string }) {
  const { value, problem } = useApi<Group[]>(`${base}/subgroups?per_page=100`, ['namespaces'])
  if (problem !== undefined) return <Problem>{problem}</Problem>
  return (
    <div class="page">
      {value?.length === 0 && <p class="dim">No subgroups.</p>}
      <ul class="entries">
        {value?.map(({ id, name, full_path, visibility }) => (
          <li key={id}>
            <a href={hrefOf({ path: [projectsView, 'groups', ...full_path.split('/')] })}>{name}</a>
            <span class="dim">{visibility}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
