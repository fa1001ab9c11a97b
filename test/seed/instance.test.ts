import { describe, expect, it } from 'vitest'
import { loadSeed } from '../../src/seed/load.ts'
import { createTestForge } from '../harness.ts'

describe('what a seed says of the instance', () => {
  const seed = {
    users: [{ username: 'jane' }, { username: 'max' }],
    topics: [{ name: 'web', title: 'The web', description: 'Pages' }],
    instance_variables: [{ key: 'TOKEN', value: 'abc', type: 'file' as const, masked: true }],
    broadcast_messages: [
      {
        message: 'Closed on Friday',
        starts_at: '2017-01-02',
        theme: 'red' as const,
        dismissable: true,
      },
    ],
    access_requests: [{ project: 'jane/site', user: 'max', requested_at: '2017-01-03' }],
    invitations: [{ project: 'jane/site', email: 'a@x.example', invited_by: 'jane' }],
    remote_mirrors: [
      { project: 'jane/site', url: 'https://a:b@git.example/site.git', enabled: true },
    ],
    pages_domains: [{ project: 'jane/site', domain: 'site.example', verified: true }],
    integrations: [
      { project: 'jane/site', slug: 'asana', settings: { api_key: 'a', push_events: false } },
    ],
    wiki_pages: [{ project: 'jane/site', title: 'notes/The plan', content: 'Go' }],
    projects: [{ path: 'jane/site', tags: ['Web', 'harbour'] }],
  }

  it('are its topics, beside those that projects name, variables and messages', () => {
    const store = loadSeed(seed, 'the test')
    expect(store.topics.all()).toMatchObject([
      { id: 1, name: 'web', title: 'The web', description: 'Pages' },
      { id: 2, name: 'harbour', title: 'harbour', description: null },
    ])
    expect(store.instanceVariables.all()).toMatchObject([
      { key: 'TOKEN', value: 'abc', variable_type: 'file', is_masked: true, is_protected: false },
    ])
    expect(store.broadcastMessages.all()).toMatchObject([
      {
        message: 'Closed on Friday',
        starts_at: '2017-01-02T00:00:00.000Z',
        ends_at: '2017-01-02T01:00:00.000Z',
        theme: 'red',
        is_dismissable: true,
      },
    ])
  })

  it('are the pages of wikis, in the name of the owner where nobody is named', () => {
    const store = loadSeed(seed, 'the test')
    expect(store.wikiPages.all()).toMatchObject([
      { project_id: 1, slug: 'notes/The-plan', content: 'Go', format: 'markdown' },
    ])
    expect(store.events.all()).toMatchObject([
      { action_name: 'created', target_type: 'WikiPage::Meta', author_id: 1 },
    ])
    const twice = { ...seed, wiki_pages: [...seed.wiki_pages, ...seed.wiki_pages] }
    expect(() => loadSeed(twice, 'the test')).toThrow(
      'wiki_pages[1].title: "notes/The plan" is there twice',
    )
  })

  it('are mirrors, and domains of pages', () => {
    const store = loadSeed(seed, 'the test')
    expect(store.remoteMirrors.all()).toMatchObject([{ project_id: 1, is_enabled: true }])
    expect(store.pagesDomains.all()).toMatchObject([
      { domain: 'site.example', enabled_until: '2016-12-29T09:00:00.000Z' },
    ])
    const twice = [...seed.pages_domains, { project: 'jane/site', domain: 'SITE.example' }]
    expect(() => loadSeed({ ...seed, pages_domains: twice }, 'the test')).toThrow('is there twice')
  })

  it('are who asked to become a member, and who was invited', () => {
    const store = loadSeed(seed, 'the test')
    expect(store.accessRequests.all()).toMatchObject([
      {
        source_type: 'project',
        source_id: 1,
        user_id: 2,
        requested_at: '2017-01-03T00:00:00.000Z',
      },
    ])
    expect(store.invitations.all()).toMatchObject([
      { email: 'a@x.example', access_level: 30, created_by_id: 1 },
    ])
    for (const list of ['access_requests', 'invitations'] as const) {
      const twice = { ...seed, [list]: [...seed[list], ...seed[list]] }
      expect(() => loadSeed(twice, 'the test')).toThrow('is there twice')
    }
  })

  it('are the services that projects use', () => {
    const store = loadSeed(seed, 'the test')
    expect(store.integrations.all()).toMatchObject([
      { project_id: 1, slug: 'asana', is_active: true, fields: { api_key: 'a' } },
    ])
    const unknown = [{ project: 'jane/site', slug: 'asanas' }]
    expect(() => loadSeed({ ...seed, integrations: unknown }, 'the test')).toThrow('asana')
  })

  it('is exported and loaded again', async () => {
    const forge = await createTestForge({ seed })
    const again = await createTestForge({ seed: forge.export() })
    expect(again.db.integrations.all()).toEqual(forge.db.integrations.all())
    expect(again.db.remoteMirrors.all()).toEqual(forge.db.remoteMirrors.all())
    expect(again.db.pagesDomains.all()).toEqual(forge.db.pagesDomains.all())
    expect(again.db.accessRequests.all()).toEqual(forge.db.accessRequests.all())
    expect(again.db.invitations.all()).toEqual(forge.db.invitations.all())
    expect(again.db.wikiPages.all()).toEqual(forge.db.wikiPages.all())
    expect(again.db.topics.all()).toEqual(forge.db.topics.all())
    expect(again.db.broadcastMessages.all()).toEqual(forge.db.broadcastMessages.all())
    expect(again.db.instanceVariables.all()).toEqual(forge.db.instanceVariables.all())
  })

  it.each([
    [{ topics: [{ name: 'web' }, { name: 'WEB' }] }, 'topics[1].name: "WEB" is there twice'],
    [
      { instance_variables: [seed.instance_variables[0], { key: 'TOKEN', value: 'b' }] },
      'instance_variables[1].key: "TOKEN" is there twice',
    ],
  ])('names a topic and a variable once', (wrong, problem) => {
    expect(() => loadSeed(wrong, 'the test')).toThrow(problem)
  })
})
