import type { Project } from '../../contract/generated/v4/contract.ts'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/problem.tsx'
import { type Command, useCommands } from '../shell/commands.ts'
import { go, hrefOf } from '../shell/router.ts'
import { useTitle } from '../shell/title.ts'
import { type Named, placeInGroup, placeInProject, projectsView } from '../shell/web-address.ts'
import { Boards } from './boards-page.tsx'
import { CommitList } from './commit-list.tsx'
import { CommitPage, ComparisonPage } from './commit-page.tsx'
import { EnvironmentList, EnvironmentPage } from './environment-pages.tsx'
import { FilesPage } from './files-page.tsx'
import { IssueList, MergeRequestList } from './issue-lists.tsx'
import { IssuePage } from './issue-page.tsx'
import { JobPage } from './job-page.tsx'
import { MemberList } from './member-list.tsx'
import { MergeRequestPage } from './merge-request-page.tsx'
import type { PartProps } from './part-props.ts'
import { PipelineList, PipelinePage } from './pipeline-pages.tsx'
import {
  LabelList,
  MilestoneList,
  MilestonePage,
  ReleaseList,
  ReleasePage,
} from './planning-pages.tsx'
import { ShownProject } from './prose.tsx'
import { BranchList, TagList } from './ref-lists.tsx'
import { SnippetList, SnippetPage } from './snippet-pages.tsx'
import { Tabs } from './tabs.tsx'
import { WikiPages } from './wiki-page.tsx'

/** A field of a project that states whether a feature is enabled. */
type Switch = Extract<keyof Project, `${string}_access_level`>

/** The parts of a project by their names in GitLab's addresses; the listed ones are in the tab bar. */
const parts: readonly {
  readonly name: string
  readonly title: string
  /** Other names of the part in addresses. */
  readonly also?: readonly string[]
  readonly count?: (project: Project) => number | undefined
  /** The field of the project that disables it. */
  readonly switchedBy?: Switch
}[] = [
  { name: 'tree', title: 'Files', also: ['blob'] },
  { name: 'commits', title: 'Commits', also: ['commit', 'compare', 'network'] },
  { name: 'branches', title: 'Branches' },
  { name: 'tags', title: 'Tags' },
  {
    name: 'issues',
    title: 'Issues',
    count: (project) => project.open_issues_count,
    switchedBy: 'issues_access_level',
  },
  { name: 'merge_requests', title: 'Merge requests', switchedBy: 'merge_requests_access_level' },
  { name: 'pipelines', title: 'Pipelines', also: ['jobs'], switchedBy: 'builds_access_level' },
  { name: 'environments', title: 'Environments', switchedBy: 'environments_access_level' },
  { name: 'boards', title: 'Boards' },
  { name: 'milestones', title: 'Milestones' },
  { name: 'labels', title: 'Labels' },
  { name: 'releases', title: 'Releases', switchedBy: 'releases_access_level' },
  { name: 'wikis', title: 'Wiki', switchedBy: 'wiki_access_level' },
  { name: 'snippets', title: 'Snippets', switchedBy: 'snippets_access_level' },
  { name: 'project_members', title: 'Members' },
]

/** Whether a part is disabled in a project; a missing field means that it is enabled. */
function isOff(project: Project, by: Switch | undefined): boolean {
  return by !== undefined && project[by] === 'disabled'
}

interface ProjectPageProps {
  readonly project: Project
  readonly named: Named
}

/** Shows a project, with a tab bar and the part in the address. */
export function ProjectPage({ project, named }: ProjectPageProps) {
  const { part = 'tree', rest } = named
  const home = [projectsView, ...project.path_with_namespace.split('/')]
  const placeOf = (...segments: readonly string[]) =>
    hrefOf({ path: placeInProject(project, ...segments) })
  const shown = parts.find(({ name, also = [] }) => name === part || also.includes(part))
  useTitle('part', shown?.title)
  const offered = parts.filter((one) => one === shown || !isOff(project, one.switchedBy))
  useCommands(
    offered.map(
      ({ name, title }): Command => ({
        title: `${title} of ${project.name}`,
        icon: 'project',
        run: () => go({ path: placeInProject(project, name) }),
      }),
    ),
  )
  return (
    <div class="workspace project">
      <header class="project-head">
        <h1 class="project-title">
          <NamespaceLink project={project} />
          <a href={hrefOf({ path: home })}>{project.name}</a>
        </h1>
        <span class="dim project-facts">
          {project.visibility}
          {project.archived ? ', archived' : ''}
          {project.forked_from_project
            ? `, a fork of ${project.forked_from_project.path_with_namespace}`
            : ''}
        </span>
        <a
          class="button bare"
          href={hrefOf({ path: ['world', 'projects', String(project.id)] })}
          title="The record of the project"
        >
          <Icon name="world" />
          <span class="visually-hidden">The record of the project</span>
        </a>
        <Tabs
          label="Parts of the project"
          tabs={offered.map(({ name, title, count }) => ({
            title,
            href: name === 'tree' ? hrefOf({ path: home }) : placeOf(name),
            isShown: shown?.name === name,
            count: count?.(project),
          }))}
        />
      </header>
      <ShownProject.Provider value={project}>
        <Part part={part} project={project} rest={rest} placeOf={placeOf} />
      </ShownProject.Provider>
    </div>
  )
}

function NamespaceLink({ project }: { readonly project: Project }) {
  const { kind, full_path, name } = project.namespace
  const path = kind === 'group' ? placeInGroup(project.namespace) : [projectsView, full_path]
  return (
    <>
      <a class="dim" href={hrefOf({ path })}>
        {name}
      </a>
      <span class="dim" aria-hidden="true">
        {' / '}
      </span>
    </>
  )
}

function Part({ part, ...props }: PartProps & { readonly part: string }) {
  const [first] = props.rest
  switch (part) {
    case 'tree':
    case 'blob':
      return <FilesPage {...props} key="files" />
    case 'commits':
    case 'network':
      return <CommitList {...props} />
    case 'commit':
      return <CommitPage {...props} key={first} />
    case 'compare':
      return <ComparisonPage {...props} key={first} />
    case 'branches':
      return <BranchList {...props} />
    case 'tags':
      return <TagList {...props} />
    case 'issues':
      return first === undefined || first === 'new' ? (
        <IssueList {...props} />
      ) : (
        <IssuePage {...props} key={first} />
      )
    case 'merge_requests':
      return first === undefined || first === 'new' ? (
        <MergeRequestList {...props} />
      ) : (
        <MergeRequestPage {...props} key={first} />
      )
    case 'pipelines':
      return first === undefined ? (
        <PipelineList {...props} />
      ) : (
        <PipelinePage {...props} key={first} />
      )
    case 'jobs':
      return first === undefined ? <PipelineList {...props} /> : <JobPage {...props} key={first} />
    case 'environments':
      return first === undefined ? (
        <EnvironmentList {...props} />
      ) : (
        <EnvironmentPage {...props} key={first} />
      )
    case 'boards':
      return (
        <Boards
          base={`/projects/${props.project.id}`}
          id={first}
          hrefOfBoard={(id) => props.placeOf('boards', String(id))}
        />
      )
    case 'wikis':
      return <WikiPages {...props} />
    case 'project_members':
      return <MemberList base={`/projects/${props.project.id}`} />
    case 'milestones':
      return first === undefined ? (
        <MilestoneList {...props} />
      ) : (
        <MilestonePage {...props} key={first} />
      )
    case 'labels':
      return <LabelList {...props} />
    case 'releases':
      return first === undefined ? <ReleaseList {...props} /> : <ReleasePage {...props} />
    case 'snippets':
      return first === undefined ? (
        <SnippetList {...props} />
      ) : (
        <SnippetPage id={first} project={props.project} />
      )
    default:
      return <Problem>{`The console has no page of “${part}” of a project.`}</Problem>
  }
}
