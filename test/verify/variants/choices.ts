import { editStatus } from '../mutants/faults/answers.ts'
import { editList } from '../mutants/faults/lists.ts'
import { assume } from '../mutants/faults/requests.ts'
import { isObject, type Json } from '../mutants/json.ts'
import type { Fault, OperationId } from '../mutants/mutant.ts'
import { mapAnswers, mapResponses } from './layers.ts'
import type { Variant } from './variant.ts'

/** What the specification leaves open, and another server does otherwise than ours. */
export const choices: readonly Variant[] = [
  {
    name: 'answers as GitLab 8.15 did where the specification says otherwise',
    alter: released(),
  },
  {
    name: 'answers nothing of use where the body is not shown',
    alter: mapAnswers((json, { operation }, status) =>
      status < 300 && bodiesNotShown.has(operation) ? {} : json,
    ),
  },
  {
    name: 'answers an empty body where a delete removed nothing',
    alter: mapResponses(async (response, { method }) => {
      const isNothing = method === 'DELETE' && (await response.clone().text()) === 'null'
      return isNothing ? new Response('', { status: 200, headers: response.headers }) : response
    }),
  },
  {
    name: 'answers the other status of success to what is done to builds',
    alter: editStatus(['cancelBuild', 'retryBuild', 'eraseBuild'], 201, 200),
  },
  {
    name: 'answers 201 where builds are played and kept',
    alter: editStatus(['playBuild', 'keepBuildArtifacts'], 200, 201),
  },
  {
    name: 'refuses with 403 to delete a protected branch',
    alter: editStatus('deleteBranch', 405, 403),
  },
  {
    name: 'answers 400 for a merge request that cannot be',
    alter: editStatus('createMergeRequest', [409, 422], 400),
  },
  { name: 'sends files with other media types', alter: otherMediaTypes() },
  { name: 'makes private groups by default', alter: assume('createGroup', 'visibility_level', 0) },
  {
    name: 'makes projects with snippets by default',
    alter: assume('createProject', 'snippets_enabled', true),
  },
  {
    name: 'makes projects without builds by default',
    alter: assume('createProject', 'builds_enabled', false),
  },
  { name: 'writes no notes of its own', alter: withoutSystemNotes() },
  {
    name: 'leaves fields out of the answers to a move and a subscription',
    alter: mapAnswers((json, { operation }, status) =>
      status < 300 && mayOmit.has(operation) && isObject(json) ? brief(json) : json,
    ),
  },
]

/** "Response bodies …: not shown": an object without a promise. */
const bodiesNotShown = new Set<OperationId | undefined>([
  'deleteMergedBranches',
  'blockUser',
  'unblockUser',
  'deleteGroup',
  'transferProjectToGroup',
  'updateSnippet',
  'deleteSnippet',
  'updateIssueNote',
  'updateSnippetNote',
  'updateMergeRequestNote',
  'createTodoOfIssue',
  'removeGroupMember',
  'removeProjectMember',
])

const mayOmit = new Set<OperationId | undefined>([
  'moveIssue',
  'subscribeToIssue',
  'unsubscribeFromIssue',
])

function brief(issue: Record<string, Json>) {
  const { user_notes_count: _count, web_url: _url, confidential: _secret, ...rest } = issue
  return rest
}

/** The answers that the contract marks with `x-released`. */
function released(): Fault {
  const swapped = new Map([
    [405, 406],
    [406, 405],
  ])
  // Only the rule for every DELETE holds these to answer 200 for what is gone.
  const deletes = new Set<OperationId>([
    'deleteGroup',
    'deleteSystemHook',
    'deleteIssue',
    'deleteIssueNote',
    'deleteSnippetNote',
    'deleteMergeRequestNote',
  ])
  return mapResponses(async (response, { operation }) => {
    const other = operation === 'mergeMergeRequest' ? swapped.get(response.status) : undefined
    if (other) return new Response(response.body, { status: other, headers: response.headers })
    if (operation && deletes.has(operation) && (await response.clone().text()) === 'null') {
      return Response.json({ message: '404 Not Found' }, { status: 404 })
    }
    if (operation !== 'createSystemHook' || response.status !== 201) return response
    const [hook] = await response.json()
    return Response.json(hook, { status: 201 })
  })
}

function otherMediaTypes(): Fault {
  const types: Partial<Record<OperationId, string>> = {
    getRawFile: 'application/octet-stream',
    getRawBlob: 'application/octet-stream',
    getArchive: 'application/x-gzip',
    getBuildTrace: 'text/plain; charset=utf-8',
    getBuildArtifacts: 'application/zip',
    getArtifactsOfRef: 'application/zip',
  }
  return mapResponses((response, { operation }) => {
    const type = operation && types[operation]
    if (!response.ok || !type) return response
    const headers = new Headers(response.headers)
    headers.set('content-type', type)
    return new Response(response.body, { status: response.status, headers })
  })
}

function withoutSystemNotes(): Fault {
  return editList(['listIssueNotes', 'listMergeRequestNotes'], (items) =>
    items.filter((item) => !isObject(item) || item.system !== true),
  )
}
