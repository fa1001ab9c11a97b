import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  eachChanged,
  fieldOf,
  forAll,
  listOf,
  newMergeRequest,
  newRepository,
  newSnippet,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'

export const legitimateFirServers: readonly LegitimateServer[] = [
  {
    name: 'Whether a new merge request can be merged is found out after it was created',
    allowedBy:
      'Document 2, Merge request: merge_status, other values than can_be_merged: not shown',
    start: serving(() => ({
      async createMergeRequest(call) {
        const response = await call.send()
        if (!response.ok) return response
        return eachChanged(response, (one) => ({ ...one, merge_status: 'unchecked' }))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await ask('POST', `/projects/${project}/repository/branches`, {
        body: { branch_name: 'one', ref: 'master' },
      })
      const body = {
        branch_name: 'one',
        file_path: 'one.txt',
        content: 'One\n',
        commit_message: 'One',
      }
      await ask('POST', `/projects/${project}/repository/files`, { body })
      const { json } = await ask('POST', `/projects/${project}/merge_requests`, {
        body: { source_branch: 'one', target_branch: 'master', title: 'One' },
      })
      return at(json, 'merge_status') === 'unchecked'
    },
  },
  {
    name: 'The text of a snippet says its character set, and that nothing is to guess its type',
    allowedBy: 'Document 2, GET .../raw: plain text; no sentence about further headers',
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        if (!response.ok) return response
        return withBody(response, response.body, {
          'content-type': 'text/plain; charset=utf-8',
          'content-disposition': 'inline',
          'x-content-type-options': 'nosniff',
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/raw`
      return (await ask('GET', path)).headers.get('x-content-type-options') === 'nosniff'
    },
  },
  {
    name: 'The diff of a file begins with the line that names the command',
    allowedBy: 'Document 3, Diff entry: diff is a string; its form is not shown',
    start: serving(() => {
      const withCommand = (json: unknown) =>
        listOf(json).map((one) => ({
          ...one,
          diff: `diff --git a/${one.old_path} b/${one.new_path}\n${one.diff}`,
        }))
      return {
        ...forAll(['getMergeRequestChanges'], async (call) => {
          const response = await call.send()
          if (!response.ok) return response
          return changed(response, (json) =>
            withFields(json, { changes: withCommand(at(json, 'changes')) }),
          )
        }),
        ...forAll(['listCommitDifferences'], async (call) => {
          const response = await call.send()
          return response.ok ? changed(response, withCommand) : response
        }),
        ...forAll(['compareRevisions'], async (call) => {
          const response = await call.send()
          if (!response.ok) return response
          return changed(response, (json) =>
            withFields(json, { diffs: withCommand(at(json, 'diffs')) }),
          )
        }),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'one')
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}/changes`)
      return String(fieldOf(at(json, 'changes'), 'diff')[0]).startsWith('diff --git a/one.txt')
    },
  },
]
