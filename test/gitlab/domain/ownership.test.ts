import { expect, it } from 'vitest'
import { postCommitStatus } from '../../../src/gitlab/domain/builds/commit-statuses.ts'
import { createPipeline } from '../../../src/gitlab/domain/builds/create-pipeline.ts'
import type { Context } from '../../../src/gitlab/domain/context.ts'
import { recordEvent } from '../../../src/gitlab/domain/events.ts'
import { createIssue } from '../../../src/gitlab/domain/issues/create.ts'
import { addProjectMember, joinGroup } from '../../../src/gitlab/domain/members/membership.ts'
import { addMilestone } from '../../../src/gitlab/domain/milestones/change.ts'
import { createNote } from '../../../src/gitlab/domain/notes/create.ts'
import { chooseNotifications } from '../../../src/gitlab/domain/notification-settings.ts'
import { createRelease } from '../../../src/gitlab/domain/repositories/releases.ts'
import { createSnippet } from '../../../src/gitlab/domain/snippets/create.ts'
import { onIssue } from '../../../src/gitlab/domain/tracker/noteable.ts'
import { addTodo } from '../../../src/gitlab/domain/tracker/todos.ts'
import { addCredential } from '../../../src/gitlab/domain/users/accounts.ts'
import { loadSeed } from '../../../src/seed/load.ts'
import type { IssueRecord } from '../../../src/store/models/issue.ts'
import type { ProjectRecord } from '../../../src/store/models/project.ts'
import { now } from '../../harness.ts'
import { testContext } from './test-context.ts'

const jane = 1
const project_id = 1
const seed = {
  users: [{ username: 'jane' }, { username: 'bob' }],
  projects: [
    { path: 'jane/website', issues: [{ title: 'First', author: 'bob' }] },
    { path: 'bob/other', issues: [{ title: 'Of the other', author: 'bob' }] },
  ],
}

/** What says of another user, of the other project and of what is in it, that the record is theirs. */
const elsewhere = {
  user_id: 2,
  project_id: 2,
  group_id: 2,
  source_type: 'project' as const,
  source_id: 2,
  pipeline_id: 99,
  noteable_type: 'Issue' as const,
  noteable_id: 2,
  target_type: 'Issue' as const,
  target_id: 2,
}
/** The same where nobody but the caller is its author. */
const ofOthers = { ...elsewhere, author_id: 2 }

interface World {
  readonly context: Context
  readonly project: ProjectRecord
  readonly issue: IssueRecord
}

const sha = 'f'.repeat(40)
const byJane = { author_id: jane }
const inProject = { project_id }

/** Creates with more than a record is made of, as where a caller hands on a whole record; and whose it is. */
const creations: Readonly<Record<string, readonly [(world: World) => object | undefined, object]>> =
  {
    'a note': [
      ({ context, project, issue }) =>
        createNote(context, onIssue({ project, issue }), { ...ofOthers, body: 'Hm' }),
      { ...inProject, ...byJane, noteable_type: 'Issue', noteable_id: 1 },
    ],
    'a snippet': [
      ({ context, project }) => {
        const snippet = { ...ofOthers, title: 'A', file_name: 'a', code: 'a', content: 'b' }
        return createSnippet(context, project, snippet)
      },
      { ...inProject, ...byJane, content: 'a' },
    ],
    'an issue': [
      ({ context, project }) => createIssue(context, project, { ...ofOthers, title: 'Next' }),
      { ...inProject, ...byJane },
    ],
    'a milestone': [
      ({ context, project }) =>
        addMilestone(context, { kind: 'project', project }, { ...ofOthers, title: 'v1' }),
      inProject,
    ],
    'an event': [
      ({ context, project }) => recordEvent(context, 'created', project, elsewhere),
      { ...inProject, ...byJane },
    ],
    'a release': [
      ({ context, project }) => {
        const release = { ...ofOthers, tag_name: 'v1', description: 'Notes' }
        return createRelease(context, project, release)
      },
      inProject,
    ],
    'a todo': [
      ({ context, project, issue }) => {
        const todo = { ...ofOthers, action_name: 'assigned' as const }
        return addTodo(context, onIssue({ project, issue }), todo)
      },
      { ...inProject, ...byJane, user_id: 2, target_type: 'Issue', target_id: 1 },
    ],
    'a commit status': [
      ({ context, project }) => {
        const place = { project, sha, ref: 'master' }
        const details = { ...ofOthers, allow_failure: true }
        return postCommitStatus(context, place, { state: 'running' }, details)
      },
      { ...inProject, ...byJane, pipeline_id: 1 },
    ],
    'a build': [
      ({ context, project }) => {
        const described = { project_id: project.id, ref: 'master', sha, tag: false, user_id: jane }
        const pipeline = { ...described, created_at: now, yaml_errors: null }
        const build = { ...ofOthers, name: 'test', stage: 'test', stage_index: 0 }
        createPipeline(context, pipeline, [build])
        return context.store.builds.all().at(-1)
      },
      { ...inProject, pipeline_id: 1 },
    ],
    'a membership of a project': [
      ({ context, project }) => {
        const member = { ...ofOthers, access_level: 30 as const }
        return addProjectMember(context, project, context.viewer.signedIn(), member)
      },
      { source_type: 'project', source_id: project_id, user_id: jane },
    ],
    'a membership of a group': [
      ({ context }) => {
        const { store, viewer } = context
        const group = store.namespaces.insert({ kind: 'group', name: 'acme', path: 'acme' })
        return joinGroup(context, group, viewer.signedIn(), { ...ofOthers, access_level: 30 })
      },
      { source_type: 'group', source_id: 3, user_id: jane },
    ],
    'a choice of notifications': [
      ({ context, project }) => {
        const source = { ...ofOthers, source_id: project.id }
        const choice = { ...ofOthers, level: 'watch' as const, events: [] }
        return chooseNotifications(context, context.viewer.signedIn(), source, choice)
      },
      { source_type: 'project', source_id: project_id, user_id: jane },
    ],
    'a credential': [
      ({ context }) => {
        const credential = { ...ofOthers, kind: 'private' as const, token: 'another-token' }
        addCredential(context, context.viewer.signedIn(), credential)
        return context.store.credentials.one('token', 'another-token')
      },
      { user_id: jane },
    ],
  }

it.each(Object.entries(creations))(
  '%s belongs to whom it is created for, whatever else its attributes hold',
  (_, [create, owned]) => {
    const store = loadSeed(seed, 'a test')
    const context = testContext(store, 'jane')
    const project = store.projects.get(project_id) ?? expect.fail()
    const issue = store.issues.get(1) ?? expect.fail()
    expect(create({ context, project, issue })).toMatchObject(owned)
  },
)
