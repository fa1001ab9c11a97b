import { type Visibility, visibilityLevels } from '../../contract/visibility-levels.ts'
import { itemWith } from './bodies.ts'
import { CannotGoOn } from './caller.ts'
import type { Maker } from './people.ts'
import {
  accessLevels,
  type Group,
  type Person,
  type Project,
  type ProjectOptions,
  type TestContext,
} from './test-context.ts'

/** Creates a group owned by the administrator. */
export async function createGroup(
  { run, admin }: Maker,
  { visibility = 'private', members = [] }: Parameters<TestContext['group']>[0] & object = {},
): Promise<Group> {
  const path = run.sandbox.names.next('group')
  const { body } = await admin.call('createGroup', {
    name: path,
    path,
    visibility_level: visibilityLevels[visibility],
  })
  const id = body?.id
  if (id === undefined) throw new CannotGoOn('createGroup answered no id')
  for (const [person, level] of members) {
    await admin.call('addGroupMember', {
      id,
      user_id: person.id,
      access_level: accessLevels[level],
    })
  }
  return { id, name: path, path, members: members.map(([person]) => person) }
}

/** Creates a project in a group as the administrator, with its first commit and its members. */
export async function createProject(maker: Maker, options: ProjectOptions): Promise<Project> {
  const { visibility = 'private', files = { 'README.md': 'For the contract.\n' } } = options
  const group = options.group ?? (await createGroup(maker, { visibility }))
  const project = await createIn(maker, group, visibility, options.attributes ?? {})
  if (Object.keys(files).length > 0) await commitFiles(maker, project, files)
  for (const [person, level] of options.members ?? []) {
    await maker.admin.call('addProjectMember', {
      id: project.id,
      user_id: person.id,
      access_level: accessLevels[level],
    })
  }
  const members = new Set([...group.members, ...(options.members ?? []).map(([person]) => person)])
  await Promise.all([...members].map((person) => untilMember(maker, person, project)))
  return project
}

/**
 * Waits until members have access, by their list and to the project itself: a server may grant either in the background,
 * after the response to `createProject` or `addProjectMember`. If one does not show it, the checks of these report it.
 */
async function untilMember(
  { eventually }: Maker,
  person: Person,
  { id, path }: Project,
): Promise<void> {
  const isListed = itemWith('id', id)
  await eventually(
    () => person.attempt('listProjects', { search: path, per_page: 100 }),
    ({ status, body }) => status !== 200 || isListed(body) !== undefined,
  )
  await eventually(
    () => person.attempt('getProject', { id }),
    ({ status }) => status !== 404,
  )
}

async function createIn(
  { run, admin }: Maker,
  group: Group,
  visibility: Visibility,
  attributes: Readonly<Record<string, string | boolean>>,
): Promise<Project> {
  const path = run.sandbox.names.next('project')
  const { body } = await admin.call('createProject', {
    name: path,
    path,
    namespace_id: group.id,
    visibility_level: visibilityLevels[visibility],
    issues_enabled: true,
    merge_requests_enabled: true,
    builds_enabled: true,
    snippets_enabled: true,
    // A runner of the instance would run the builds during the checks.
    shared_runners_enabled: false,
    ...attributes,
  })
  const id = body?.id
  if (id === undefined) throw new CannotGoOn('createProject answered no id')
  return { id, name: path, path, fullPath: `${group.path}/${path}`, group }
}

async function commitFiles(
  { admin }: Maker,
  project: Project,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const actions = Object.entries(files).map(([file_path, content]) => ({
    action: 'create' as const,
    file_path,
    content,
    encoding: 'text' as const,
  }))
  await admin.call('createCommit', {
    id: project.id,
    branch_name: 'master',
    commit_message: 'Begin',
    actions,
  })
}
