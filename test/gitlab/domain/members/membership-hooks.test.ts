import { beforeEach, describe, expect, it } from 'vitest'
import { createViewer } from '../../../../src/gitlab/access/viewer.ts'
import { addressesUnder } from '../../../../src/gitlab/domain/addresses.ts'
import { consequences } from '../../../../src/gitlab/domain/consequences.ts'
import type { HookMessage } from '../../../../src/gitlab/domain/hooks/hook-message.ts'
import { worldRelease } from '../../../../src/gitlab/domain/release.ts'
import type { OperationContext } from '../../../../src/gitlab/operations/operation.ts'
import { findRecord } from '../../../../src/gitlab/operations/records.ts'
import { groups } from '../../../../src/gitlab/operations/v3/groups.ts'
import { members } from '../../../../src/gitlab/operations/v3/members.ts'
import { loadSeed } from '../../../../src/seed/load.ts'
import { now } from '../../../harness.ts'

const since = '2016-10-01T08:00:00.000Z'
const seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane', name: 'Jane Doe' },
    { username: 'bob', name: 'Bob Roe' },
  ],
  groups: [
    { id: 10, path: 'acme', name: 'Acme', created_at: since, members: { jane: 'owner' } },
    { id: 11, path: 'commons', name: 'Commons', created_at: since },
  ],
  projects: [
    {
      path: 'acme/website',
      name: 'Website',
      visibility: 'internal',
      created_at: since,
      members: { bob: 'guest' },
    },
    { path: 'jane/diary', name: 'Diary', created_at: since },
  ],
}

/** What system hooks are notified of about groups and members: the payloads of GitLab 8.15. */
describe('system hook messages of groups and members', () => {
  let messages: HookMessage[]
  let context: OperationContext
  beforeEach(() => {
    messages = []
    const store = loadSeed(seed, 'the test')
    const today = now.slice(0, 10)
    const [settings] = store.settings.all()
    if (!settings) throw new Error('A loaded world has settings.')
    context = {
      store,
      viewer: createViewer({ store, user: store.users.get(1), today }),
      settings,
      release: worldRelease,
      answersAs: 'specified',
      credential: undefined,
      unmodifiedSince: undefined,
      hookEvent: undefined,
      now,
      today,
      random: () => 0,
      addresses: addressesUnder('http://forge.test'),
      fire: (message) => messages.push(message),
      consequences,
    }
  })
  const inGroup = (path: string) => ({ ...context, group: findRecord.group(context, path, {}) })
  const inProject = (id: number) => ({ ...context, project: findRecord.project(context, id, {}) })
  const fired = () => {
    expect(messages.every(({ trigger }) => trigger === 'system')).toBe(true)
    return messages.map(({ payload }) => payload)
  }
  const bob = {
    user_username: 'bob',
    user_name: 'Bob Roe',
    user_email: 'bob@example.com',
    user_id: 3,
  }
  const website = {
    project_name: 'Website',
    project_path: 'website',
    project_path_with_namespace: 'acme/website',
    project_id: 1,
    project_visibility: 'internal',
  }
  const acme = { group_name: 'Acme', group_path: 'acme', group_id: 10 }

  it('report a created group and its owner', () => {
    groups.createGroup(context, { name: 'New', path: 'novel' })
    expect(fired()).toEqual([
      {
        event_name: 'group_create',
        name: 'New',
        path: 'novel',
        group_id: 12,
        owner_name: null,
        owner_email: null,
        created_at: now,
        updated_at: now,
      },
      {
        event_name: 'user_add_to_group',
        group_name: 'New',
        group_path: 'novel',
        group_id: 12,
        user_username: 'root',
        user_name: 'root',
        user_email: 'root@example.com',
        user_id: 1,
        group_access: 'Owner',
        created_at: now,
        updated_at: now,
      },
    ])
  })

  it('report a removed group, its projects and their members', () => {
    groups.deleteGroup(context, { id: 'acme' })
    const payloads = fired()
    expect(payloads.map(({ event_name }) => event_name)).toEqual([
      'user_remove_from_team',
      'project_destroy',
      'user_remove_from_group',
      'group_destroy',
    ])
    expect(payloads[1]).toEqual({
      event_name: 'project_destroy',
      name: 'Website',
      path: 'website',
      path_with_namespace: 'acme/website',
      project_id: 1,
      owner_name: 'Acme',
      owner_email: '',
      project_visibility: 'internal',
      created_at: since,
      updated_at: since,
    })
    expect(payloads[3]).toMatchObject({ name: 'Acme', path: 'acme', group_id: 10 })
  })

  it('report no group that was absent', () => {
    groups.deleteGroup(context, { id: 'nowhere' })
    expect(fired()).toEqual([])
  })

  it('report members of a group', () => {
    members.addGroupMember(inGroup('acme'), { id: 'acme', user_id: 3, access_level: 20 })
    members.updateGroupMember(inGroup('acme'), { id: 'acme', user_id: 3, access_level: 30 })
    members.removeGroupMember(inGroup('acme'), { id: 'acme', user_id: 3 })
    members.removeGroupMember(inGroup('acme'), { id: 'acme', user_id: 3 })
    const times = { created_at: now, updated_at: now }
    expect(fired()).toEqual([
      { event_name: 'user_add_to_group', ...acme, ...bob, group_access: 'Reporter', ...times },
      {
        event_name: 'user_remove_from_group',
        ...acme,
        ...bob,
        group_access: 'Developer',
        ...times,
      },
    ])
  })

  it('report members of a project', () => {
    members.removeProjectMember(inProject(1), { id: 1, user_id: 3 })
    members.addProjectMember(inProject(1), { id: 1, user_id: 3, access_level: 40 })
    members.addProjectMember(inProject(1), { id: 1, user_id: 3, access_level: 10 })
    expect(fired()).toEqual([
      {
        event_name: 'user_remove_from_team',
        ...website,
        ...bob,
        access_level: 'Guest',
        created_at: since,
        updated_at: since,
      },
      {
        event_name: 'user_add_to_team',
        ...website,
        ...bob,
        access_level: 'Master',
        created_at: now,
        updated_at: now,
      },
    ])
  })

  it('report a transferred project where it was', () => {
    const both = { ...inProject(2), ...inGroup('commons') }
    groups.transferProjectToGroup(both)
    expect(fired()).toEqual([
      {
        event_name: 'project_transfer',
        name: 'Diary',
        path: 'diary',
        path_with_namespace: 'commons/diary',
        old_path_with_namespace: 'jane/diary',
        project_id: 2,
        owner_name: 'Commons',
        owner_email: '',
        project_visibility: 'private',
        created_at: since,
        updated_at: now,
      },
    ])
  })
})
