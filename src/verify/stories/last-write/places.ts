import { idOf } from '../../fixture/values.ts'
import { at } from '../../story/bodies.ts'
import type { Caller } from '../../story/caller.ts'
import { story } from '../../story/story.ts'
import { accessLevels, type Person } from '../../story/test-context.ts'
import { listing, read, showing, writeThenRead } from './step.ts'

/** Users and their records, groups, projects and members: every read shows the last write. */
export const lastWriteOfPlaces = story(
  'the last write: users, groups, projects and members',
  {
    about: ['Users', 'SSH keys', 'E-mails', 'Groups', 'Projects', 'Members'],
    isUndisturbed: true,
  },
  async (t) => {
    const [jane, mary, bob] = await Promise.all([t.user(), t.user(), t.user()])

    await t.chapter('users', async () => {
      const name = t.name('person')
      await writeThenRead(t, t.admin, 'updateUser', { id: jane.id, name }, () => [
        showing(jane, 'getCurrentUser', {}, 'name', name),
        showing(t.admin, 'getUser', { id: jane.id }, 'name', name),
        listing(t.admin, 'listUsers', { username: jane.username }, 'name', name),
      ])
    })

    await t.chapter('keys and addresses', async () => {
      const title = t.name('key')
      await writeThenRead(
        t,
        jane,
        'createOwnSshKey',
        { title, key: t.instance.sshKeys.next() },
        (body) => {
          const key_id = idOf(body, 'createOwnSshKey')
          return [
            showing(jane, 'getOwnSshKey', { key_id }, 'title', title),
            listing(jane, 'listOwnSshKeys', {}, 'title', title),
            listing(t.admin, 'listSshKeysOfUser', { id: jane.id }, 'title', title),
            showing(t.admin, 'getSshKeyWithUser', { id: key_id }, 'title', title),
          ]
        },
      )
      const email = t.email('mail')
      await writeThenRead(t, jane, 'createOwnEmail', { email }, (body) => [
        showing(jane, 'getOwnEmail', { email_id: idOf(body, 'createOwnEmail') }, 'email', email),
        listing(jane, 'listOwnEmails', {}, 'email', email),
        listing(t.admin, 'listEmailsOfUser', { id: jane.id }, 'email', email),
      ])
    })

    const group = await t.group({ visibility: 'private', members: [[jane, 'owner']] })
    await t.chapter('groups', async () => {
      const name = t.name('group')
      await writeThenRead(t, jane, 'updateGroup', { id: group.id, name }, () => [
        showing(jane, 'getGroup', { id: group.id }, 'name', name),
        listing(jane, 'listGroups', { search: name }, 'name', name),
        listing(jane, 'listOwnedGroups', {}, 'name', name),
      ])
    })

    await t.chapter('projects', async () => {
      const path = t.name('project')
      const parameters = { name: path, path, namespace_id: group.id, visibility_level: 0 }
      const search = { search: path }
      const made = await writeThenRead(t, jane, 'createProject', parameters, (body) => [
        showing(jane, 'getProject', { id: idOf(body, 'createProject') }, 'path', path),
        listing(jane, 'listProjects', search, 'path', path),
        listing(jane, 'listVisibleProjects', search, 'path', path),
        listing(t.admin, 'listAllProjects', search, 'path', path),
        listing(jane, 'listGroupProjects', { id: group.id }, 'path', path),
      ])
      // Whether the owners of a group own its projects, too, is not stated.
      const own = t.name('project')
      const ofJane = { name: own, path: own, visibility_level: 0 }
      await writeThenRead(t, jane, 'createProject', ofJane, () => [
        listing(jane, 'listOwnedProjects', { search: own }, 'path', own),
      ])
      const id = idOf(made, 'createProject')
      await checkMembers('Project', id, mary)
      const name = t.name('group')
      const spaced = (body: unknown) =>
        String(at(body, 'name_with_namespace')).startsWith(name) &&
        at(body, 'namespace.name') === name
      await writeThenRead(t, jane, 'updateGroup', { id: group.id, name }, () => [
        read(jane, 'getProject', { id }, spaced),
        read(jane, 'listGroupProjects', { id: group.id }, (body) => spaced(at(body, '0'))),
      ])
    })

    await t.chapter('members of a group', () => checkMembers('Group', group.id, bob))

    async function checkMembers(kind: 'Group' | 'Project', id: number, member: Person) {
      for (const [operation, level] of [
        [`add${kind}Member`, 'reporter'],
        [`update${kind}Member`, 'developer'],
      ] as const) {
        const access_level = accessLevels[level]
        const path = { id, user_id: member.id }
        await writeThenRead(t, jane, operation, { ...path, access_level }, () => [
          showing(jane, `get${kind}Member`, path, 'access_level', access_level),
          {
            ...listing(jane, `list${kind}Members`, { id }, 'id', member.id),
            shows: (body) =>
              Array.isArray(body) &&
              body.some((one) => one.id === member.id && one.access_level === access_level),
          },
          ...(kind === 'Project' ? [shownToMember(member, id, access_level)] : []),
        ])
      }
    }
  },
)

/** The level of a member as the project tells it to them; what they may see follows in the background. */
const shownToMember = (member: Caller, id: number, access_level: number) => ({
  ...showing(member, 'getProject', { id }, 'permissions.project_access.access_level', access_level),
  isEventual: true,
})
