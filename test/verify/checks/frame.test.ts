import { describe, expect, it } from 'vitest'
import type { Forge } from '../../../src/forge/forge.ts'
import { judgeMutant, judgeVariant } from '../judge-one.ts'
import { parametersOf } from '../mutants/call.ts'
import { beside } from '../mutants/faults/state.ts'
import type { JsonObject } from '../mutants/json.ts'
import type { OperationId } from '../mutants/mutant.ts'
import { legitimateServer } from '../unforeseen/find-server.ts'
import type { Variant } from '../variants/index.ts'

/** Changes what nobody asked to be changed, where a call names one parameter and not another. */
function besideWhere(
  operation: OperationId,
  sent: string,
  unsent: string,
  change: (forge: Forge, id: number, parameters: JsonObject) => void,
) {
  return beside(operation, (forge, call) => {
    const parameters = parametersOf(call)
    if (!(sent in parameters) || unsent in parameters) return undefined
    const ids = [...call.path.values()]
    return () => change(forge, Number(ids.at(-1)), parameters)
  })
}

const faults = [
  [
    'a new title of an issue takes its description away',
    'updateIssue',
    besideWhere('updateIssue', 'title', 'description', ({ db }, id) => {
      const issue = db.issues.get(id)
      if (issue) db.issues.replace(issue, { description: null })
    }),
  ],
  [
    'whoever gives an issue a new title becomes its author',
    'updateIssue',
    besideWhere('updateIssue', 'title', 'description', ({ db }, id) => {
      const issue = db.issues.get(id)
      const project = issue && db.projects.get(issue.project_id)
      const member = db.members.all().find((one) => one.source_id === project?.id)
      if (issue && member) db.issues.replace(issue, { author_id: member.user_id })
    }),
  ],
  [
    'new labels of an issue take its day away',
    'updateIssue',
    besideWhere('updateIssue', 'labels', 'due_date', ({ db }, id) => {
      const issue = db.issues.get(id)
      if (issue) db.issues.replace(issue, { due_date: null })
    }),
  ],
  [
    'a new place of a user makes them no administrator',
    'updateUser',
    besideWhere('updateUser', 'location', 'admin', ({ db }, id) => {
      const user = db.users.get(id)
      if (user) db.users.replace(user, { is_admin: false })
    }),
  ],
  [
    'a new name of a group lets nobody ask for access',
    'updateGroup',
    besideWhere('updateGroup', 'name', 'request_access_enabled', ({ db }, id) => {
      const group = db.namespaces.get(id)
      if (group) db.namespaces.replace(group, { request_access_enabled: false })
    }),
  ],
  [
    'a new level takes the last day of a member away',
    'updateProjectMember',
    besideWhere('updateProjectMember', 'access_level', 'expires_at', ({ db }, id) => {
      const found = db.members.by('user_id', id).find((one) => one.source_type === 'project')
      if (found) db.members.replace(found, { expires_at: null })
    }),
  ],
  [
    'a new title of a merge request shows at the next one',
    'updateMergeRequest',
    besideWhere('updateMergeRequest', 'title', 'none', ({ db }, id, { title }) => {
      const { target_project_id } = db.mergeRequests.get(id) ?? {}
      const next = db.mergeRequests
        .all()
        .find((one) => one.id > id && one.target_project_id === target_project_id)
      if (next) db.mergeRequests.replace(next, { title: String(title) })
    }),
  ],
  [
    'new code of a snippet is that of the next one, too',
    'updateSnippet',
    besideWhere('updateSnippet', 'code', 'none', ({ db }, id, { code }) => {
      const { project_id } = db.snippets.get(id) ?? {}
      const next = db.snippets.all().find((one) => one.id > id && one.project_id === project_id)
      if (next) db.snippets.replace(next, { content: String(code) })
    }),
  ],
  [
    'a setting takes the text of another away',
    'updateApplicationSettings',
    besideWhere('updateApplicationSettings', 'home_page_url', 'sign_in_text', ({ db }) => {
      for (const settings of db.settings.all().slice()) {
        db.settings.replace(settings, { sign_in_text: null })
      }
    }),
  ],
] as const

describe('a change that changes what was not sent', () => {
  it.each(faults)('is caught where %s', async (name, operation, fault) => {
    const { outcome, reported } = await judgeMutant(
      { name, operation, kind: 'value wrong', fault },
      [operation],
    )
    expect(outcome).toBe('caught')
    // By what is held against the change, or by what a read shows of all that was written: whichever asks first.
    expect(
      reported.some((line) => / keeps:the-| shows:written| consequence:shown/.test(line)),
    ).toBe(true)
  })
})

it('repeats what the specification states as required, where a server refuses a change without it', async () => {
  const name = 'A merge request is written only by a call with the branches and the title'
  const server = legitimateServer(name)
  const variant: Variant = { name, alter: ({ forge }) => server.start(forge) }
  expect(await judgeVariant(variant, ['updateMergeRequest'])).toMatchObject({ reported: [] })
}, 60_000)
