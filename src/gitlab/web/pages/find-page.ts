import type { ProjectRecord } from '../../../store/models/project.ts'
import { folded } from '../../../store/record-keys.ts'
import { addressesUnder } from '../../domain/addresses.ts'
import { findProject } from '../../domain/find.ts'
import type { WebAnswer, WebContext } from '../web-request.ts'
import {
  commitPage,
  comparisonPage,
  filePage,
  jobPage,
  pipelinePage,
  releasePage,
} from './code-pages.ts'
import { groupPage, namespacePage } from './people-pages.ts'
import { type ProjectPage, projectPage } from './project-page.ts'
import {
  groupLabelsPage,
  groupMilestonePage,
  issuePage,
  labelsPage,
  mergeRequestPage,
  milestonePage,
  snippetPage,
} from './tracker-pages.ts'

/** The pages of a project, by the segment after its path, and after `-` in v4. */
const pagesOfProject: Readonly<Record<string, ProjectPage>> = {
  issues: issuePage,
  merge_requests: mergeRequestPage,
  snippets: snippetPage,
  milestones: milestonePage,
  labels: labelsPage,
  commit: commitPage,
  compare: comparisonPage,
  tree: filePage,
  blob: filePage,
  releases: releasePage,
  pipelines: pipelinePage,
  jobs: jobPage,
  builds: jobPage,
}

/** The maximum number of segments in the prefix of a forge whose pages can be found. */
const MAX_STEPS_BEFORE = 6

/** The maximum number of segments in a path, since the path of a project or a branch name can end at each. */
const MAX_STEPS = 200

/**
 * Finds the page of a `web_url`; undefined where it is missing or the viewer may not see it. The prefix of the forge is
 * not known here, so the longest path with a page wins.
 */
export function findPage(context: WebContext): WebAnswer | undefined {
  const segments = segmentsOf(context.url.pathname)
  if (!segments || segments.length > MAX_STEPS) return undefined
  const { prefix: _, addresses: __, ...rest } = context
  for (let start = 0; start < Math.min(segments.length, MAX_STEPS_BEFORE + 1); start += 1) {
    const prefix = segments
      .slice(0, start)
      .map((segment) => `/${encodeURIComponent(segment)}`)
      .join('')
    const addresses = addressesUnder(`${context.url.origin}${prefix}`)
    const found = pageOf({ prefix, addresses, ...rest }, segments.slice(start))
    if (found) return found
  }
  return undefined
}

/** Returns the decoded segments of a path; undefined for an invalid encoding. */
function segmentsOf(pathname: string): string[] | undefined {
  try {
    return pathname
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodeURIComponent)
  } catch {
    return undefined
  }
}

function pageOf(context: WebContext, segments: readonly string[]): WebAnswer | undefined {
  const [first, ...others] = segments
  if (first === 'groups' && others.length > 0) return pageOfGroup(context, others)
  return pageOfProject(context, segments) ?? namespacePage(context, segments.join('/'))
}

function pageOfGroup(context: WebContext, segments: readonly string[]): WebAnswer | undefined {
  const dash = segments.indexOf('-')
  const path = dash < 0 ? segments : segments.slice(0, dash)
  const group = context.store.namespaces.one('full_path', folded(path.join('/')))
  if (group?.kind !== 'group' || !context.viewer.seesGroup(group)) return undefined
  if (dash < 0) return groupPage(context, group)
  const [kind, number] = segments.slice(dash + 1)
  if (kind === 'milestones') return groupMilestonePage(context, group, number)
  return kind === 'labels' ? groupLabelsPage(context, group) : undefined
}

/** Finds a page of a project, whose path has at least two segments. */
function pageOfProject(context: WebContext, segments: readonly string[]): WebAnswer | undefined {
  const whole = projectAt(context, segments)
  if (whole) return projectPage(context, whole, [])
  for (let end = 2; end < segments.length; end += 1) {
    const after = segments.slice(segments[end] === '-' ? end + 1 : end)
    const [kind = '', ...below] = after
    const show = Object.hasOwn(pagesOfProject, kind) ? pagesOfProject[kind] : undefined
    const project = show && projectAt(context, segments.slice(0, end))
    const found = project && show(context, project, below)
    if (found) return found
  }
  return undefined
}

function projectAt(
  { store, viewer }: WebContext,
  segments: readonly string[],
): ProjectRecord | undefined {
  const project = segments.length < 2 ? undefined : findProject(store, segments.join('/'))
  return project && viewer.sees(project) ? project : undefined
}
