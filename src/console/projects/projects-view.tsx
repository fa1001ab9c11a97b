import type { GroupDetail, Project, User } from '../../contract/generated/v4/contract.ts'
import { FilterField } from '../parts/filter-field.tsx'
import { type PagedColumn, PagedTable } from '../parts/paged-table.tsx'
import { Problem } from '../parts/problem.tsx'
import { Time } from '../parts/time.tsx'
import { useSettled } from '../parts/use-settled.ts'
import { useChanges } from '../session/events.ts'
import { useLoaded } from '../session/loaded.ts'
import { actingAs, overview } from '../session/overview.ts'
import { ApiRefusal, readApi, segment, useApiRows } from '../session/read.ts'
import { address, go, hrefOf, setQuery } from '../shell/router.ts'
import { useTitle } from '../shell/title.ts'
import type { ViewProps } from '../shell/view.ts'
import { type Named, placeInGroup, projectsView, readNamed } from '../shell/web-address.ts'
import { GroupPart } from './group-pages.tsx'
import { ProjectPage } from './project-page.tsx'
import { Prose } from './prose.tsx'
import { Facts } from './small-parts.tsx'
import { SnippetPage } from './snippet-pages.tsx'
import { Tabs } from './tabs.tsx'

/** Shows the projects, and all of their resources that have pages in GitLab. */
export function ProjectsView({ segments }: ViewProps) {
  // Requests wait for the overview, since they would be anonymous without it.
  if (!overview.value) return null
  const named = readNamed(segments)
  if (named.path === '' && named.part === 'snippets') {
    return <SnippetPage id={named.rest[0] ?? ''} />
  }
  if (named.path === '') {
    return (
      <div class="workspace">
        <ProjectList
          heading="h1"
          label="Projects"
          path="/projects?order_by=id&sort=asc&include_hidden=true"
        />
      </div>
    )
  }
  return <NamedPage key={named.path} named={named} />
}

/** The resource at a path. */
type Found =
  | { readonly kind: 'project'; readonly project: Project }
  | { readonly kind: 'group'; readonly group: GroupDetail }
  | { readonly kind: 'user'; readonly user: User }

/** Finds the project, group or user at a path, since addresses do not distinguish them. */
async function findNamed({ path, isGroup }: Named, signal: AbortSignal): Promise<Found> {
  const missing = (error: unknown) => {
    if (error instanceof ApiRefusal && [401, 403, 404].includes(error.status)) return undefined
    throw error
  }
  if (!isGroup && path.includes('/')) {
    const project = await readApi<Project>(`/projects/${segment(path)}`, signal).catch(missing)
    if (project) return { kind: 'project', project }
  }
  // Users are requested first, since an empty list is no error, unlike a missing project.
  if (!isGroup && !path.includes('/')) {
    const [user] = await readApi<User[]>(`/users?username=${segment(path)}`, signal).catch(() => [])
    if (user) return { kind: 'user', user }
  }
  const group = await readApi<GroupDetail>(
    `/groups/${segment(path)}?with_projects=false`,
    signal,
  ).catch(missing)
  if (group) return { kind: 'group', group }
  const who = actingAs.value?.username ?? 'nobody'
  throw new Error(
    `${who} sees nothing at “${path}”: nothing is there, or only others see it. Whom the console acts as is chosen at the top.`,
  )
}

function NamedPage({ named }: { readonly named: Named }) {
  const { path, isGroup } = named
  const found = useLoaded(
    (signal) => findNamed(named, signal),
    [path, isGroup, actingAs.value?.username],
  )
  useChanges(['projects', 'namespaces', 'users', 'members', 'stars', 'issues'], found.reload)
  const { value, problem } = found
  useTitle('place', value?.kind === 'project' ? value.project.name : path)
  if (problem !== undefined) return <Problem>{problem}</Problem>
  if (!value) return null
  switch (value.kind) {
    case 'project':
      return <ProjectPage project={value.project} named={named} />
    case 'group':
      return <GroupPage group={value.group} named={named} />
    case 'user':
      return <UserPage user={value.user} />
  }
}

/** The parts of a group by their names in GitLab's addresses, with their titles. */
const partsOfGroup = [
  ['subgroups', 'Subgroups'],
  ['boards', 'Boards'],
  ['milestones', 'Milestones'],
  ['labels', 'Labels'],
  ['group_members', 'Members'],
] as const

function GroupPage({ group, named }: { readonly group: GroupDetail; readonly named: Named }) {
  const home = hrefOf({ path: placeInGroup(group) })
  return (
    <div class="workspace">
      <header class="project-head">
        <h1 class="project-title">
          <a href={home}>{group.full_name}</a>
        </h1>
        <span class="dim">{`${group.visibility} group`}</span>
        <Tabs
          label="Parts of the group"
          tabs={[
            { title: 'Projects', href: home, isShown: named.part === undefined },
            ...partsOfGroup.map(([part, title]) => ({
              title,
              href: hrefOf({ path: placeInGroup(group, part) }),
              isShown: named.part === part,
            })),
          ]}
        />
      </header>
      {named.part === undefined ? (
        <ProjectList
          label={`Projects of ${group.name}`}
          path={`/groups/${group.id}/projects?include_subgroups=true&order_by=id&sort=asc`}
        />
      ) : (
        <GroupPart group={group} part={named.part} rest={named.rest} />
      )}
    </div>
  )
}

function UserPage({ user }: { readonly user: User }) {
  return (
    <div class="workspace">
      <header class="project-head">
        <h1 class="project-title">{user.name}</h1>
        <span class="dim">{`@${user.username}, ${user.state}`}</span>
        <Facts
          facts={[
            ['Since', <Time key="since" at={user.created_at} />],
            [
              'Record',
              <a
                key="record"
                href={hrefOf({ path: ['world', 'users', String(user.id)] })}
              >{`users ${user.id}`}</a>,
            ],
          ]}
        />
        {user.bio ? <Prose text={user.bio} /> : null}
      </header>
      <ProjectList
        label={`Projects of ${user.username}`}
        path={`/users/${user.id}/projects?order_by=id&sort=asc`}
      />
    </div>
  )
}

const columns: readonly PagedColumn<Project>[] = [
  {
    id: 'path',
    title: 'Project',
    width: 'minmax(12rem, 2fr)',
    cell: ({ path_with_namespace }) => path_with_namespace,
  },
  {
    id: 'description',
    title: 'Description',
    width: 'minmax(8rem, 3fr)',
    isMinor: true,
    cell: ({ description }) => description,
  },
  { id: 'visibility', title: 'Visibility', width: '6rem', cell: ({ visibility }) => visibility },
  {
    id: 'issues',
    title: 'Open issues',
    width: '6rem',
    isMinor: true,
    isNumber: true,
    cell: ({ open_issues_count }) => open_issues_count,
  },
  {
    id: 'active',
    title: 'Last activity',
    width: '10rem',
    isMinor: true,
    cell: ({ last_activity_at }) => <Time at={last_activity_at} />,
  },
]

interface ProjectListProps {
  readonly label: string
  /** The path of the list in the API. */
  readonly path: string
  /** The level of the heading; `h1` where nothing is above the list. */
  readonly heading?: 'h1' | 'h2'
}

/** Shows a list of projects of any length. */
function ProjectList({ heading: Heading = 'h2', label, path }: ProjectListProps) {
  const search = address.value.query.get('search') ?? ''
  const searched = useSettled(search)
  const list = useApiRows<Project>(
    `${path}${searched === '' ? '' : `&search=${segment(searched)}`}`,
    ['projects', 'namespaces', 'members'],
  )
  return (
    <div class="list">
      <div class="tools">
        <Heading>{label}</Heading>
        <FilterField
          label="Search projects"
          placeholder="Search by name"
          value={search}
          onChange={(text) => setQuery({ search: text })}
        />
      </div>
      <PagedTable
        label={label}
        list={list}
        columns={columns}
        keyOf={({ id }) => String(id)}
        onOpen={({ path_with_namespace }) =>
          go({ path: [projectsView, ...path_with_namespace.split('/')] })
        }
        empty="No projects that may be seen."
      />
    </div>
  )
}
