import { useEffect, useRef } from 'preact/hooks'
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
import { WikiPages } from './wiki-page.tsx'

/** The parts of a project, by what GitLab's addresses call them; the listed ones are in the bar. */
const parts: readonly {
  readonly name: string
  readonly title: string
  /** Other names of addresses that it is shown at. */
  readonly also?: readonly string[]
  readonly count?: (project: Project) => number | undefined
}[] = [
  { name: 'tree', title: 'Files', also: ['blob'] },
  { name: 'commits', title: 'Commits', also: ['commit', 'compare', 'network'] },
  { name: 'branches', title: 'Branches' },
  { name: 'tags', title: 'Tags' },
  { name: 'issues', title: 'Issues', count: (project) => project.open_issues_count },
  { name: 'merge_requests', title: 'Merge requests' },
  { name: 'pipelines', title: 'Pipelines', also: ['jobs'] },
  { name: 'environments', title: 'Environments' },
  { name: 'boards', title: 'Boards' },
  { name: 'milestones', title: 'Milestones' },
  { name: 'labels', title: 'Labels' },
  { name: 'releases', title: 'Releases' },
  { name: 'wikis', title: 'Wiki' },
  { name: 'snippets', title: 'Snippets' },
  { name: 'project_members', title: 'Members' },
]

interface ProjectPageProps {
  readonly project: Project
  readonly named: Named
}

/** A project, with a bar of its parts and the one of them that the address names. */
export function ProjectPage({ project, named }: ProjectPageProps) {
  const { part = 'tree', rest } = named
  const home = [projectsView, ...project.path_with_namespace.split('/')]
  const placeOf = (...segments: readonly string[]) =>
    hrefOf({ path: placeInProject(project, ...segments) })
  const shown = parts.find(({ name, also = [] }) => name === part || also.includes(part))
  useTitle('part', shown?.title)
  const tabs = useRef<HTMLElement>(null)
  // Where there is no room for all, the one that is shown is among those that are seen.
  useEffect(() => {
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  useCommands(
    parts.map(
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
        <nav ref={tabs} class="tabs" aria-label="Parts of the project">
          {parts.map(({ name, title, count }) => {
            const number = count?.(project)
            return (
              <a
                key={name}
                href={name === 'tree' ? hrefOf({ path: home }) : placeOf(name)}
                aria-current={shown?.name === name ? 'page' : undefined}
              >
                {title}
                {number ? <span class="tab-count">{number}</span> : null}
              </a>
            )
          })}
        </nav>
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
