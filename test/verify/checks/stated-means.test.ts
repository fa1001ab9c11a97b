import { describe, expect, it } from 'vitest'
import { judgeMutant, judgeVariant } from '../judge-one.ts'
import { editJson } from '../mutants/faults/answers.ts'
import { misread } from '../mutants/faults/requests.ts'
import type { Fault, OperationId } from '../mutants/mutant.ts'
import { legitimateServer } from '../unforeseen/find-server.ts'
import { at, type LegitimateServer } from '../unforeseen/server.ts'
import {
  changed,
  fieldOf,
  forAll,
  jsonAnswer,
  listOf,
  serving,
} from '../unforeseen/shared-tools.ts'
import type { Variant } from '../variants/index.ts'

/** Servers of the unforeseen ones that keep to what is stated, and the story that asked for more. */
const unforeseen: readonly (readonly [string, string])[] = [
  [
    'The links to the other pages hold a cursor that only the server can read, and no page number or filter',
    'listGroups',
  ],
  [
    'A new branch may have no letters but those of ASCII in its name, by a rule of the instance',
    'encoding: branches and tags',
  ],
  [
    'The level custom begins with all of the events switched on that the user does not switch off',
    'notification levels',
  ],
  [
    'The address of the home page is kept as a complete one, with the slash after the host',
    'read-back: Application settings',
  ],
  [
    'Nobody but an administrator may merge a merge request that he opened himself',
    'mergeMergeRequest',
  ],
  [
    'A project or a group whose name or path is taken is refused as a conflict',
    'read-back: Projects',
  ],
  [
    'Only its author changes or deletes a note, and no administrator does it for him',
    'deletions: Notes',
  ],
  [
    'A new project is found by a search only after an indexer has seen it, half a second later',
    'the lists of projects',
  ],
]

const notFound = async () => jsonAnswer(404, { message: '404 Not found' })
const refused = async () => jsonAnswer(400, { message: '400 Bad request' })

/** Further servers that keep to what is stated, and the stories that see what they do otherwise. */
const servers: readonly (readonly [string, readonly string[], LegitimateServer['start']])[] = [
  [
    'knows no other providers of identities',
    ['read-back: Users'],
    serving(() =>
      forAll(['createUser', 'updateUser'], (call) =>
        call.given.provider === undefined ? call.send() : refused(),
      ),
    ),
  ],
  [
    'closes no issues by words of a description',
    ['issues that a merge request closes', 'ledger: Merge requests'],
    serving(() => ({
      listIssuesClosedByMergeRequest: async (call) => changed(await call.send(), () => []),
      async mergeMergeRequest(call) {
        const { id, merge_request_id } = call.path
        const closing = `/projects/${id}/merge_requests/${merge_request_id}/closes_issues`
        const closed = fieldOf((await call.askAsRoot('GET', closing)).json, 'id')
        const response = await call.send()
        for (const issue of closed) {
          const sent = { state_event: 'reopen' }
          await call.askAsRoot('PUT', `/projects/${id}/issues/${issue}`, sent)
        }
        return response
      },
    })),
  ],
  [
    'removes a source branch of which nothing is said when it is merged',
    ['merging a merge request'],
    serving(() => ({
      mergeMergeRequest: (call) =>
        call.send({ should_remove_source_branch: call.given.should_remove_source_branch ?? true }),
    })),
  ],
  [
    'lists open merge requests alone where no state is asked for',
    ['ledger: Merge requests', 'listMergeRequests'],
    serving(() => ({
      listMergeRequests: (call) => call.send({ state: call.given.state ?? 'opened' }),
    })),
  ],
  [
    'finds no commit by the beginning of its hash',
    ['commits of several files'],
    serving(() => ({
      getCommit: (call) =>
        /^[0-9a-f]{7,39}$/.test(call.path.sha ?? '') ? notFound() : call.send(),
    })),
  ],
  [
    'takes numbers alone as ids where no path is stated',
    ['writes to what is named by its path', 'getBranch', 'listBranches'],
    serving(() =>
      forAll(
        [
          ...(['addProjectMember', 'updateProjectMember', 'removeProjectMember'] as const),
          ...(['addGroupMember', 'createCommit', 'createCommitComment'] as const),
          ...(['createCommitStatus', 'cherryPickCommit', 'listBranches', 'getBranch'] as const),
          'updateProjectNotificationSettings',
        ],
        (call) => (/^\d+$/.test(call.path.id ?? '') ? call.send() : notFound()),
      ),
    ),
  ],
  [
    'has no pages behind the last one',
    ['listIssueNotes'],
    serving(() => ({
      async listIssueNotes(call) {
        const response = await call.send()
        const isBehind = Number(call.given.page ?? 1) > 1
        const items = listOf(await response.clone().json())
        return isBehind && items.length === 0 ? notFound() : response
      },
    })),
  ],
  [
    'takes words alone as booleans',
    ['protectBranch'],
    serving(() => ({
      protectBranch: (call) =>
        /^[01]$/.test(String(call.given.developers_can_push)) ? refused() : call.send(),
    })),
  ],
  [
    'takes PATCH for PUT',
    ['updateGroup'],
    (forge) => (request) =>
      forge.fetch(
        request.method === 'PATCH'
          ? new Request(request.url, { method: 'PUT', headers: request.headers })
          : request,
      ),
  ],
  [
    'gives each refusal a reference of its own',
    ['listSshKeysOfUser'],
    serving(() => {
      let calls = 0
      return {
        async listSshKeysOfUser(call) {
          const response = await call.send()
          if (response.status !== 403 || call.sudo !== undefined) return response
          calls += 1
          return jsonAnswer(403, { message: `403 Forbidden (reference ${calls})` })
        },
      }
    }),
  ],
  [
    'protects branches against developers only where that is said',
    ['ledger: Repositories'],
    serving(() => ({
      protectBranch: (call) =>
        call.send({
          developers_can_push: call.given.developers_can_push ?? true,
          developers_can_merge: call.given.developers_can_merge ?? true,
        }),
    })),
  ],
]

/** Neighbouring faults that stay told, with the operation and the story. */
const faults: readonly (readonly [string, OperationId, string, Fault])[] = [
  [
    'a branch with a sign of ASCII alone is kept under another name',
    'listBranches',
    'encoding: branches and tags',
    misread('createBranch', 'branch_name', (value) => String(value).replace('feature/', 'f/')),
  ],
  [
    'the event that was switched off stays on',
    'updateProjectNotificationSettings',
    'notification levels',
    misread('updateProjectNotificationSettings', 'new_issue', () => true),
  ],
  [
    'the home page is kept without its path',
    'updateApplicationSettings',
    'read-back: Application settings',
    misread('updateApplicationSettings', 'home_page_url', (value) => new URL(String(value)).origin),
  ],
  [
    'the identity of a user has another provider',
    'createUser',
    'read-back: Users',
    misread('createUser', 'provider', () => 'elsewhere'),
  ],
  [
    'a page of comments behind the last one has the first one',
    'listIssueNotes',
    'listIssueNotes',
    misread('listIssueNotes', 'page', () => 1),
  ],
  [
    'a branch that is asked for by the path of its project has another name',
    'getBranch',
    'alike: Branches',
    editJson('getBranch', (json) => ({ ...Object(json), name: `${String(at(json, 'name'))}-x` })),
  ],
]

describe('a server that does what is stated, and nothing more', () => {
  it.each(unforeseen)(
    'is not reported: %s',
    async (name, story) => {
      const server = legitimateServer(name)
      const variant: Variant = { name, alter: ({ forge }) => server.start(forge) }
      expect(await judgeVariant(variant, [story])).toMatchObject({ reported: [] })
    },
    60_000,
  )

  it.each(servers)(
    'is not reported where it %s',
    async (name, stories, start) => {
      const variant: Variant = { name, alter: ({ forge }) => start(forge) }
      expect(await judgeVariant(variant, stories)).toMatchObject({ reported: [] })
    },
    60_000,
  )

  it.each(faults)(
    'is told apart from one where %s',
    async (name, operation, story, fault) => {
      const mutant = { name, operation, kind: 'value wrong', fault } as const
      expect(await judgeMutant(mutant, [story])).toMatchObject({ outcome: 'caught' })
    },
    60_000,
  )
})
