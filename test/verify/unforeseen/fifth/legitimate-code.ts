import { pause, repositoryOf } from '../fourth/tools.ts'
import { at, type LegitimateServer } from '../server.ts'
import {
  all,
  answering,
  bodyOf,
  type Call,
  eachObject,
  type Given,
  isDone,
  listAnswer,
  listOf,
  newFile,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  objectOf,
  passing,
  rewritten,
  withFields,
} from '../third/tools.ts'

/** A server that writes each object of its JSON answers otherwise. */
const writing = (change: (object: Given) => Given) =>
  passing(
    () => async (call) => rewrittenJson(await call.send(), (json) => eachObject(json, change)),
  )

/** Answers JSON otherwise, and leaves files as they are. */
async function rewrittenJson(
  response: Response,
  json: (json: unknown) => unknown,
): Promise<Response> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return isJson ? rewritten(response, { json }) : response
}

const isCommit = ({ id, author_email, message }: Given) =>
  typeof id === 'string' && author_email !== undefined && message !== undefined

const withOffset = (time: unknown) =>
  typeof time === 'string'
    ? new Date(Date.parse(time) + 2 * 3_600_000).toISOString().replace('Z', '+02:00')
    : time

export const legitimateCode: readonly LegitimateServer[] = [
  {
    name: 'Base64 of files is broken into lines of 60 characters',
    allowedBy: 'Repository file: content (Base64 text); MIME breaks its lines',
    start: answering(() => ({
      getFile: async (call) =>
        rewritten(await call.send(), {
          json: (json) =>
            at(json, 'content') === undefined
              ? json
              : withFields(json, {
                  content: String(at(json, 'content')).replace(/.{1,60}/g, '$&\n'),
                }),
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/files?file_path=README.md&ref=master`
      return String(at((await ask('GET', path)).json, 'content')).endsWith('\n')
    },
  },
  {
    name: 'Times of commits are those of the place where they were made',
    allowedBy: 'Timestamps are ISO 8601 strings',
    start: writing((object) =>
      isCommit(object)
        ? Object.fromEntries(
            Object.entries(object).map(([name, value]) => [
              name,
              ['created_at', 'authored_date', 'committed_date'].includes(name)
                ? withOffset(value)
                : value,
            ]),
          )
        : object,
    ),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const { json } = await ask('GET', `/projects/${project}/repository/commits`)
      return String(at(json, '0.created_at')).endsWith('+02:00')
    },
  },
  {
    name: 'Short ids of commits have eight characters',
    allowedBy: 'Commit: short_id, of which no length is stated',
    start: writing((object) =>
      typeof object.short_id === 'string'
        ? { ...object, short_id: object.short_id.slice(0, 8) }
        : object,
    ),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const { json } = await ask('GET', `/projects/${project}/repository/commits`)
      return String(at(json, '0.short_id')).length === 8
    },
  },
  {
    name: 'Differences begin with the lines of git that name the files and the blobs',
    allowedBy: 'Diff entry: diff string',
    start: writing((object) =>
      typeof object.diff === 'string' && typeof object.new_path === 'string'
        ? {
            ...object,
            diff: `diff --git a/${object.old_path} b/${object.new_path}\nindex 1234567..89abcde\n${object.diff}`,
          }
        : object,
    ),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/diff`)
      return String(at(json, '0.diff')).startsWith('diff --git')
    },
  },
  {
    name: 'A file that is new or gone has no mode on the other side',
    allowedBy: 'Diff entry: a_mode, b_mode (string or null)',
    start: writing((object) =>
      object.a_mode === undefined
        ? object
        : {
            ...object,
            a_mode: object.a_mode === '0' ? null : object.a_mode,
            b_mode: object.b_mode === '0' ? null : object.b_mode,
          },
    ),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/diff`)
      return at(json, '0.a_mode') === null
    },
  },
  {
    name: 'Trees are listed backwards, of all pages',
    allowedBy: 'GET .../repository/tree: array of Tree entry, without an order',
    start: answering(() => ({
      listTree: async (call) =>
        rewritten(await call.send(), {
          json: (json) => (Array.isArray(json) ? json.toReversed() : json),
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a.txt': 'a', 'b.txt': 'b' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return at(json, '0.name') === 'b.txt'
    },
  },
  {
    name: 'A repository without a commit has an empty tree',
    allowedBy:
      'GET .../repository/tree: array of Tree entry; nothing of repositories without commits',
    start: answering(() => ({
      async listTree(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const project = await call.ask(
          'GET',
          `/projects/${encodeURIComponent(call.path.id ?? '')}`,
          {
            token: call.token,
          },
        )
        const commits = await call.ask('GET', `${repositoryOf(call.path.id)}/branches`)
        const isEmpty = listOf(commits.json).length === 0 && project.status === 200
        if (!isEmpty || call.given.ref_name !== undefined) return response
        return rewritten(response, { status: 200, json: () => [] })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'empty')
      return (await ask('GET', `/projects/${project}/repository/tree`)).status === 200
    },
  },
  {
    name: 'Raw content and files of builds are downloads of one media type with a digest',
    allowedBy: 'Media types of the raw file, raw blob, archive, trace and artifacts: not shown',
    start: answering(() =>
      all(['getRawFile', 'getRawBlob', 'getBuildTrace', 'getArchive'], async (call) => {
        const response = await call.send()
        if (response.status !== 200) return response
        return rewritten(response, {
          headers: {
            'content-type': 'application/x-download; charset=binary',
            'content-disposition': 'attachment',
            etag: '"fifth"',
          },
        })
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/blobs/master?filepath=README.md`
      return (await ask('GET', path)).headers.get('etag') === '"fifth"'
    },
  },
  {
    name: 'Branches that are merged go some time after they are asked away',
    allowedBy:
      'Response bodies of delete-merged-branches: not shown; nothing says when they are gone',
    start: answering(() => ({
      async deleteMergedBranches(call) {
        // Who may not, and what is unknown, is refused at once: asked of a branch that does not exist.
        const path = `${repositoryOf(call.path.id)}/branches/no-such-branch-of-all`
        const probe = await call.ask('DELETE', path, {
          token: call.token,
          headers: call.request.headers.has('sudo')
            ? { sudo: String(call.request.headers.get('sudo')) }
            : {},
        })
        const isAllowed =
          probe.status === 404 && String(at(probe.json, 'message')).includes('Branch')
        if (!isAllowed || call.given.sudo !== undefined) return call.send()
        void pause(700).then(() => call.send())
        return new Response('{"message":"202 Accepted"}', {
          status: 200,
          headers: { ...Object.fromEntries(probe.headers), 'content-type': 'application/json' },
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository`
      await ask('POST', `${path}/branches`, { body: { branch_name: 'old', ref: 'master' } })
      await newFile(ask, project, 'later.txt', 'later')
      await ask('DELETE', `${path}/merged_branches`)
      return (await ask('GET', `${path}/branches/old`)).status === 200
    },
  },
  {
    name: 'Whether a merge request can be merged is found out within a second',
    allowedBy: 'merge_status: string (observed: can_be_merged); other values: not shown',
    start: passing(() => {
      const createdAt = new Map<unknown, number>()
      return async (call) => {
        const response = await call.send()
        if (call.operation === 'createMergeRequest' && isDone(response)) {
          createdAt.set(at(await bodyOf(response), 'id'), Date.now())
        }
        return rewrittenJson(response, (json) =>
          eachObject(json, (object) =>
            object.merge_status !== undefined && Date.now() - (createdAt.get(object.id) ?? 0) < 1000
              ? { ...object, merge_status: 'unchecked' }
              : object,
          ),
        )
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const id = await newMergeRequest(ask, project, 'topic')
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(json, 'merge_status') === 'unchecked'
    },
  },
  {
    name: 'Merged requests name no commit of their merge',
    allowedBy: 'Merge request: merge_commit_sha (string or null)',
    start: writing((object) =>
      object.merge_commit_sha === undefined ? object : { ...object, merge_commit_sha: null },
    ),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const id = await newMergeRequest(ask, project, 'topic')
      const { json } = await ask('PUT', `/projects/${project}/merge_requests/${id}/merge`)
      return at(json, 'state') === 'merged' && at(json, 'merge_commit_sha') === null
    },
  },
  {
    name: 'Nothing that happens to an issue leaves a note',
    allowedBy: 'Note: system boolean; nothing says that there are any by the system',
    start: answering(() => ({
      listIssueNotes: (call) =>
        listAnswer(call, (items) => items.filter(({ system }) => system !== true)),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const id = await newIssue(ask, project, 'Quiet')
      const path = `/projects/${project}/issues/${id}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      return at((await ask('GET', `${path}/notes`)).json, '0') === undefined
    },
  },
  {
    name: 'A todo is answered with its id alone, and a removed snippet with nothing',
    allowedBy:
      'Fields of the todo record: not shown. Response bodies of snippet create, update and delete: not shown',
    start: answering(() => ({
      async createTodoOfIssue(call) {
        const response = await call.send()
        if (!isDone(response)) return response
        return rewritten(response, { json: (json) => ({ id: at(json, 'id') }) })
      },
      async deleteSnippet(call) {
        const response = await call.send()
        return isDone(response) ? rewritten(response, { json: () => null }) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/issues/${await newIssue(ask, project, 'Do')}/todo`
      const { json } = await ask('POST', path)
      return at(json, 'id') !== undefined && at(json, 'state') === undefined
    },
  },
  {
    name: 'Contributors are listed by their last names, and commits carry their tree',
    allowedBy:
      'GET .../contributors: array of objects, without an order; further fields are not excluded',
    start: answering(() => ({
      listContributors: async (call) =>
        rewritten(await call.send(), {
          json: (json) => (Array.isArray(json) ? json.toReversed() : json),
        }),
      ...all(['getCommit', 'listCommits'], async (call: Call) =>
        rewritten(await call.send(), {
          json: (json) =>
            eachObject(json, (object) =>
              isCommit(object) ? { ...object, tree_id: object.id, trailers: {} } : object,
            ),
        }),
      ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      await newFile(ask, project, 'b.txt', 'b')
      const { json } = await ask('GET', `/projects/${project}/repository/commits`)
      return objectOf(at(json, '0')).tree_id !== undefined
    },
  },
]
