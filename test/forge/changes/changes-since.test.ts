import { describe, expect, it } from 'vitest'
import type { WorldChanges } from '../../../src/forge/changes/world-changes.ts'
import type { Forge } from '../../../src/forge/forge.ts'
import type { Seed } from '../../../src/seed/schema.ts'
import { commitsWithBranch } from '../../commits.ts'
import { createTestForge } from '../../harness.ts'

const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'bob' }],
  projects: [
    {
      path: 'jane/website',
      repository: { commits: commitsWithBranch('fix') },
      members: { bob: 'developer' },
      issues: [{ title: 'It leaks', author: 'jane', assignee: 'bob', labels: ['bug'] }],
    },
  ],
}
const base = await createTestForge({ seed })

function ask(forge: Forge, method: string, path: string, parameters: object = {}) {
  const headers = { 'private-token': 'root-token', 'content-type': 'application/json' }
  const body = method === 'GET' ? null : JSON.stringify(parameters)
  return forge.fetch(`http://forge.test/api/v4${path}`, { method, headers, body })
}

const of = ({ records }: WorldChanges, name: string) =>
  records.find(({ collection }) => collection === name)

describe('forge.changesSince', () => {
  it('finds nothing where nothing was written', async () => {
    const forge = base.fork()
    const before = forge.snapshot()
    await ask(forge, 'GET', '/projects/1/issues')
    expect(forge.changesSince(before)).toEqual({ counts: {}, records: [], refs: [] })
  })

  it('shows a changed record with names, and which fields differ', async () => {
    const forge = base.fork()
    const before = forge.snapshot()
    const jane = forge.db.users.findFirst((query) => query.where({ username: 'jane' }))
    await ask(forge, 'PUT', '/projects/1/issues/1', { title: 'It pours', assignee_id: jane?.id })
    const change = of(forge.changesSince(before), 'issues')
    expect(change).toMatchObject({
      collection: 'issues',
      id: 1,
      name: 'jane/website#1',
      change: 'changed',
      before: { id: 1, title: 'It leaks', project: 'jane/website', assignee: 'bob' },
      after: { id: 1, title: 'It pours', project: 'jane/website', assignee: 'jane' },
    })
    expect(change?.fields).toEqual(expect.arrayContaining(['title', 'assignee', 'updated_at']))
    expect(change?.fields).not.toContain('project')
    expect(change?.fields).not.toContain('state')
  })

  it('shows what came and what went, whole', async () => {
    const forge = base.fork()
    const before = forge.snapshot()
    await ask(forge, 'POST', '/projects/1/issues/1/notes', { body: 'I hear it.' })
    const added = of(forge.changesSince(before), 'notes')
    expect(added).toMatchObject({ change: 'added', before: null, name: 'notes 1' })
    expect(added?.after).toMatchObject({ body: 'I hear it.', author: 'root' })
    expect(added?.after).toMatchObject({ on_issue: 'jane/website#1' })
    expect(added?.fields).toEqual(expect.arrayContaining(['body', 'author', 'on_issue']))
    const between = forge.snapshot()
    await ask(forge, 'DELETE', '/projects/1/issues/1/notes/1')
    expect(of(forge.changesSince(between), 'notes')).toMatchObject({
      change: 'removed',
      after: null,
      before: { body: 'I hear it.' },
    })
    expect(of(forge.changesSince(before), 'notes')).toBeUndefined()
    expect(of(forge.changesSince(between, { until: before }), 'notes')?.change).toBe('removed')
  })

  it('shows branches and tags that came, moved and went, and those of a project that is gone', async () => {
    const forge = base.fork()
    const shaOf = (branch: string) => forge.db.repositories.get(1)?.refs.get(`refs/heads/${branch}`)
    const [before, old] = [forge.snapshot(), shaOf('master')]
    const tip = shaOf('fix')
    await ask(forge, 'POST', '/projects/1/repository/tags', { tag_name: 'v1', ref: 'master' })
    await ask(forge, 'DELETE', '/projects/1/repository/branches/fix')
    const content = { branch: 'master', commit_message: 'Add', content: 'a' }
    await ask(forge, 'POST', '/projects/1/repository/files/added', content)
    const place = { project: 'jane/website', project_id: 1 }
    expect(forge.changesSince(before).refs).toEqual([
      { ...place, ref: 'refs/heads/fix', change: 'removed', before: tip, after: null },
      {
        ...place,
        ref: 'refs/heads/master',
        change: 'changed',
        before: old,
        after: shaOf('master'),
      },
      { ...place, ref: 'refs/tags/v1', change: 'added', before: null, after: old },
    ])
    expect(shaOf('master')).not.toBe(old)
    forge.restore(before)
    await ask(forge, 'DELETE', '/projects/1')
    forge.clock.advance('40d')
    const gone = forge.changesSince(before)
    expect(gone.refs.map(({ project, ref, change }) => [project, ref, change])).toEqual([
      ['jane/website', 'refs/heads/fix', 'removed'],
      ['jane/website', 'refs/heads/master', 'removed'],
    ])
    expect(of(gone, 'projects')).toMatchObject({ name: 'jane/website', change: 'removed' })
  })

  it('counts what it does not write out', async () => {
    const forge = base.fork()
    const before = forge.snapshot()
    for (const title of ['a', 'b', 'c']) await ask(forge, 'POST', '/projects/1/issues', { title })
    const { counts, records } = forge.changesSince(before, { limit: 2 })
    expect(records).toHaveLength(2)
    expect(counts.issues).toEqual({ added: 3, changed: 0, removed: 0 })
    expect(forge.changesSince(before, { limit: 0 })).toMatchObject({ counts, records: [] })
    expect(
      forge.changesSince(before, { collections: ['issues'] }).records.map(({ name }) => name),
    ).toEqual(['jane/website#2', 'jane/website#3', 'jane/website#4'])
  })

  it('does not take a rename of somebody else for a change of what names them', async () => {
    const forge = base.fork()
    const before = forge.snapshot()
    await ask(forge, 'PUT', '/users/3', { username: 'robert' })
    await ask(forge, 'PUT', '/projects/1/issues/1', { title: 'It pours' })
    const change = of(forge.changesSince(before), 'issues')
    expect(change).toMatchObject({ before: { assignee: 'bob' }, after: { assignee: 'robert' } })
    expect(change?.fields).not.toContain('assignee')
  })

  it('compares with snapshots of another forge, and refuses what is none', async () => {
    const [one, other] = [base.fork(), base.fork()]
    await ask(other, 'POST', '/projects/1/issues', { title: 'elsewhere' })
    expect(of(one.changesSince(other.snapshot()), 'issues')).toMatchObject({ change: 'removed' })
    expect(() => one.changesSince({} as never)).toThrow('changesSince: since must be the name of')
    expect(() => one.changesSince('a')).toThrow('there is no snapshot "a"')
    expect(() => one.changesSince(undefined, { until: 7 as never })).toThrow('`until` must be')
    expect(() => one.changesSince(undefined, { limit: -1 })).toThrow('`limit` must be')
    expect(() => one.changesSince(undefined, { colections: [] } as never)).toThrow('`colections`')
  })
})
