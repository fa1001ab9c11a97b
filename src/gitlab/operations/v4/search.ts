import { forbidden } from '../../../contract/errors.ts'
import type {
  FoundFile as FoundFileBody,
  IssueBasic,
  MergeRequest,
  Milestone,
  UserBasic,
} from '../../../contract/generated/v4/contract.ts'
import { byCreation } from '../../../store/record-orders.ts'
import type { Context, ProjectContext } from '../../domain/context.ts'
import { issuesOf } from '../../domain/issues/list.ts'
import { mergeRequestsOf } from '../../domain/merge-requests/list.ts'
import { newerSetting } from '../../domain/newer-settings.ts'
import { type Place, wholeInstance } from '../../domain/place.ts'
import { type FoundFile, findFiles, findWikiPages } from '../../domain/search/files.ts'
import {
  findCommits,
  findMilestones,
  findNotes,
  findProjects,
  findSnippets,
  findUsers,
  type Search,
} from '../../domain/search/records.ts'
import { commitDetail } from '../../resources/v4/commit.ts'
import { issueBasic } from '../../resources/v4/issue.ts'
import { mergeRequestResource } from '../../resources/v4/merge-request.ts'
import { milestoneResource } from '../../resources/v4/milestone.ts'
import { noteResource } from '../../resources/v4/note.ts'
import { projectBasic } from '../../resources/v4/project.ts'
import { snippetResource } from '../../resources/v4/snippet.ts'
import { userBasic } from '../../resources/v4/user.ts'
import { type Listing, list, listPage, Reply } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/search.yaml. */
export const search = {
  search(context, request) {
    const { scope } = request
    checkGlobalScope(context, scope)
    if (scope === 'projects') return found(searchProjects(context, wholeInstance, request))
    if (scope !== 'snippet_titles') return found(searchIn(context, wholeInstance, scope, request))
    const records = inOrder(findSnippets(context, request), request)
    return found(list(records, (one) => snippetResource(one, context)))
  },

  searchGroup(context, request) {
    const place = { kind: 'group', group: context.group } as const
    const { scope } = request
    return scope === 'projects'
      ? found(searchProjects(context, place, request))
      : found(searchIn(context, place, scope, request))
  },

  searchProject(context, request) {
    const { project } = context
    const { scope } = request
    switch (scope) {
      case 'notes':
        return found(
          list(inOrder(findNotes(context, request), request), (one) => noteResource(one, context)),
        )
      case 'commits':
        return found(
          list(findCommits(context, refOf(context, request), request), (one) =>
            commitDetail(one, project, context),
          ),
        )
      case 'blobs':
        return found(foundFiles(context, refOf(context, request), request))
      case 'wiki_blobs':
        return found(
          list(findWikiPages(context, request.search), (one) => foundFile(context, 'main', one)),
        )
      default:
        return found(searchIn(context, { kind: 'project', project }, scope, request))
    }
  },
} satisfies OperationsOf<'v4', 'Search'>

/** Throws 403 for a global scope that the settings disable. */
function checkGlobalScope({ settings }: Context, scope: string): void {
  const switches = {
    issues: 'global_search_issues_enabled',
    merge_requests: 'global_search_merge_requests_enabled',
    snippet_titles: 'global_search_snippet_titles_enabled',
    users: 'global_search_users_enabled',
  } as const
  const name = Object.entries(switches).find(([one]) => one === scope)?.[1]
  if (name !== undefined && !newerSetting(settings, name)) {
    throw forbidden('Global Search is disabled for this scope')
  }
}

interface Request extends Search {
  readonly state: 'all' | 'opened' | 'closed' | 'merged'
  readonly confidential?: boolean
  readonly sort: 'asc' | 'desc'
}

function searchProjects(context: Context, place: Place, request: Request) {
  const records = inOrder(findProjects(context, place, request), request)
  return list(records, (one) => projectBasic(one, context))
}

type CommonScope = 'issues' | 'merge_requests' | 'milestones' | 'users'

/** Searches a scope that projects, groups and the instance have in common. */
function searchIn(
  context: Context,
  place: Place,
  scope: CommonScope,
  request: Request,
): Listing<IssueBasic | MergeRequest | Milestone | UserBasic> {
  const { state, sort, confidential } = request
  const asked = {
    order_by: 'created_at',
    sort,
    ...textOrNumber(request.search, scope === 'issues' ? '#' : '!'),
    non_archived: place.kind !== 'project' && !request.include_archived,
  } as const
  switch (scope) {
    case 'issues': {
      // Issues have no state `merged`, so that filter matches none.
      const isNone = state === 'merged'
      const filters = { ...asked, confidential, ...(isNone ? { iids: [] } : { state }) }
      return listPage(issuesOf(context, place, filters), (one) => issueBasic(one, context))
    }
    case 'merge_requests':
      return listPage(mergeRequestsOf(context, place, { ...asked, state }), (one) =>
        mergeRequestResource(one, context, { place }),
      )
    case 'milestones':
      return list(inOrder(findMilestones(context, place, request), request), (one) =>
        milestoneResource(one, context),
      )
    case 'users':
      return list(inOrder(findUsers(context, place, request), request), (one) =>
        userBasic(one, context),
      )
  }
}

/** Converts a search such as `#5` to a filter by iid. */
function textOrNumber(text: string, sign: '#' | '!') {
  const trimmed = text.trim()
  return /^[#!]\d{1,9}$/.test(trimmed) && trimmed.startsWith(sign)
    ? { iids: [Number(trimmed.slice(1))] }
    : { search: text, searched: ['title', 'description'] as const }
}

function inOrder<R extends { readonly id: number; readonly created_at: string }>(
  records: readonly R[],
  { sort }: Pick<Request, 'sort'>,
): readonly R[] {
  const sign = sort === 'asc' ? 1 : -1
  return [...records].sort((one, other) => sign * byCreation(one, other))
}

function refOf({ project }: ProjectContext, { ref }: { readonly ref?: string }): string {
  return ref || project.default_branch
}

function foundFiles(context: ProjectContext, ref: string, { search }: Search) {
  const mayRead = context.viewer.can('download_code', context.project)
  const files = mayRead ? findFiles(context, context.project, ref, search) : []
  return list(files, (file) => foundFile(context, ref, file))
}

/** Returns a found file (schemas/v4/resources/found-file.json). */
function foundFile({ project }: ProjectContext, ref: string, file: FoundFile): FoundFileBody {
  const { path, data, startLine } = file
  return {
    basename: path.replace(/\.[^./]*$/, ''),
    data,
    path,
    filename: path,
    id: null,
    ref,
    startline: startLine,
    project_id: project.id,
  }
}

/** Adds the header of basic search to a list. */
function found<Item>(listing: Listing<Item>): Reply<Listing<Item>> {
  return new Reply(listing, { headers: { 'X-Search-Type': 'basic' } })
}
