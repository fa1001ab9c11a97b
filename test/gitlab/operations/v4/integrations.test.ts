import { describe, expect, it } from 'vitest'
import { operations as v3 } from '../../../../src/contract/generated/v3/operations.ts'
import { operations as v4 } from '../../../../src/contract/generated/v4/operations.ts'
import { integrationKinds, serviceKinds } from '../../../../src/gitlab/domain/integrations/kinds.ts'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeForge, describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'dev' }],
  groups: [{ path: 'acme', members: { jane: 'owner', dev: 'developer' } }],
  projects: [{ path: 'acme/site' }, { path: 'jane/own' }],
}
const path = '/projects/1/integrations'

/** Specification of v4, people-groups-projects.md, section 12. */
describeV4('integrations', { seed }, (api) => {
  it('are set, shown without secrets, listed and made inactive', async () => {
    const jane = api.as('jane')
    const never = await jane.get(`${path}/asana`)
    expect([never.status, never.body]).toEqual([404, { message: '404 Integration Not Found' }])
    const request = { api_key: 'a secret', restrict_to_branch: 'main', push_events: false }
    const set = await jane.put(`${path}/asana`, request)
    const asana = {
      id: 1,
      title: 'Asana',
      slug: 'asana',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      active: true,
      commit_events: true,
      push_events: false,
      issues_events: true,
      incident_events: false,
      alert_events: true,
      confidential_issues_events: true,
      merge_requests_events: true,
      tag_push_events: true,
      deployment_events: false,
      note_events: true,
      confidential_note_events: true,
      pipeline_events: false,
      wiki_page_events: true,
      job_events: false,
      comment_on_event_enabled: true,
      inherited: false,
    }
    const whole = { ...asana, properties: { restrict_to_branch: 'main' } }
    expect([set.status, set.body]).toEqual([200, whole])
    expect((await jane.get(`${path}/asana`)).body).toEqual(whole)
    expect((await jane.get(path)).body).toEqual([asana])
    expect((await jane.get('/projects/1/services')).body).toEqual([asana])
    expect((await jane.delete(`${path}/asana`)).status).toBe(204)
    expect((await jane.get(path)).body).toEqual([])
    const off = await jane.get('/projects/1/services/asana')
    expect(off.body).toMatchObject({ active: false, properties: {} })
    expect((await jane.delete(`${path}/asana`)).status).toBe(204)
    expect((await jane.delete(`${path}/jira`)).status).toBe(404)
  })

  it('take fields from the query as well', async () => {
    const set = await api.as('jane').put(`${path}/emails-on-push?recipients=a%40b.example`, {})
    expect(set.body.properties).toEqual({ recipients: 'a@b.example' })
  })

  it.each([
    ['asana', {}, 400, { error: 'api_key is missing' }],
    ['jira', {}, 400, { error: 'url is missing, password is missing' }],
    [
      'external-wiki',
      { external_wiki_url: 'ftp://a' },
      400,
      { message: { external_wiki_url: ['is blocked: Only allowed schemes are http, https'] } },
    ],
    ['asana', { api_key: ' ' }, 400, { message: { api_key: ["can't be blank"] } }],
    ['none', { api_key: 'a' }, 404, { error: '404 Not Found' }],
    [
      'gitlab-slack-application',
      {},
      422,
      { message: 'You cannot create the GitLab for Slack app integration from the API' },
    ],
  ])('are refused of %s with %j', async (slug, request, status, body) => {
    const answer = await api.as('jane').put(`${path}/${slug}`, request)
    expect([answer.status, answer.body]).toEqual([status, body])
  })

  it('are looked up by slugs that there are', async () => {
    const { status, body } = await api.as('jane').get(`${path}/none`)
    expect([status, body]).toEqual([400, { error: 'slug does not have a valid value' }])
    expect((await api.as('dev').get(`${path}/asana`)).status).toBe(403)
  })

  it('are those of the group above where these are to hold', async () => {
    const jane = api.as('jane')
    const group = '/groups/acme/integrations'
    const webhook = 'https://chat.example/hook'
    await jane.put(`${group}/slack`, { webhook, channel: 'all', job_events: true })
    const inherited = await jane.put(`${path}/slack`, { use_inherited_settings: true })
    const settings = { inherited: true, job_events: true, properties: { channel: 'all' } }
    expect([inherited.status, inherited.body]).toMatchObject([200, settings])
    await jane.put(`${group}/slack`, { webhook, channel: 'few' })
    expect((await jane.get(`${path}/slack`)).body.properties).toEqual({ channel: 'few' })
    const own = await jane.put(`${path}/slack`, { webhook, channel: 'own' })
    expect(own.body).toMatchObject({ inherited: false, properties: { channel: 'own' } })
    const play = await jane.put(`${group}/google-play`, { package_name: 'a' })
    const unavailable = { message: '400 Bad request - Integration not available' }
    expect([play.status, play.body]).toEqual([400, unavailable])
    expect((await api.as('dev').get(group)).status).toBe(403)
    expect((await jane.delete(`${group}/slack`)).status).toBe(204)
  })

  it('answer commands of a chat that knows their token', async () => {
    await api.as('jane').put(`${path}/mattermost-slash-commands`, { token: 'of-chat' })
    const trigger = `${path}/mattermost_slash_commands/trigger`
    const answer = await api.anonymous.post(trigger, { token: 'of-chat' })
    expect([answer.status, answer.body.response_type]).toEqual([200, 'ephemeral'])
    for (const wrong of [
      await api.anonymous.post(trigger, { token: 'other' }),
      await api.anonymous.post(trigger.replace('/1/', '/99/'), { token: 'of-chat' }),
    ]) {
      expect([wrong.status, wrong.body]).toEqual([404, { message: '404 Integration Not Found' }])
    }
  })
})

describeForge('services in v3', { seed }, (api) => {
  const services = '/projects/1/services'

  it('are set, shown and made inactive, whether they were set or not', async () => {
    const jane = api.as('jane')
    const unset = await jane.get(`${services}/asana`)
    expect(unset.body).toMatchObject({ id: null, title: 'Asana', active: false, properties: {} })
    const set = await jane.put(`${services}/asana`, { api_key: 'a', restrict_to_branch: 'b' })
    expect([set.status, set.body]).toEqual([200, true])
    const shown = await jane.get(`${services}/asana`)
    expect(shown.body).toMatchObject({ id: 1, active: true, build_events: false })
    expect(shown.body.properties).toEqual({ restrict_to_branch: 'b' })
    const whole = await api.as('root').get(`${services}/asana`)
    expect(whole.body.properties).toEqual({ api_key: 'a', restrict_to_branch: 'b' })
    const removed = await jane.delete(`${services}/asana`)
    expect([removed.status, removed.body]).toEqual([200, true])
    expect((await jane.get(`${services}/asana`)).body.active).toBe(false)
    expect((await jane.delete(`${services}/jira`)).body).toBe(true)
  })

  it('are refused where a field is missing, to others, and of names that there are not', async () => {
    const missing = await api.as('jane').put(`${services}/asana`, {})
    expect([missing.status, missing.body.message]).toEqual([
      400,
      '400 (Bad request) "api_key" not given',
    ])
    expect((await api.as('dev').get(`${services}/asana`)).status).toBe(403)
    expect((await api.as('jane').get(`${services}/none`)).status).toBe(400)
    expect((await api.as('jane').put(`${services}/none`, {})).status).toBe(400)
  })

  it('answer commands of a chat', async () => {
    await api.as('jane').put(`${services}/mattermost-slash-commands`, { token: 'of-chat' })
    const trigger = `${services}/mattermost_slash_commands/trigger`
    expect((await api.anonymous.post(trigger, { token: 'of-chat' })).status).toBe(200)
    expect((await api.anonymous.post(trigger, { token: 'other' })).body).toEqual({
      message: '404 Service Not Found',
    })
  })
})

const parametersOfV4 = (wanted: string) =>
  v4.flatMap(({ id, parameters }) => (id === wanted ? parameters.map(({ name }) => name) : []))
const parametersOfV3 = (wanted: string) =>
  v3.flatMap(({ id, parameters }) => (id === wanted ? parameters.map(({ name }) => name) : []))

describe('the kinds of integrations', () => {
  it.each([
    ['v4', parametersOfV4('setProjectIntegration'), integrationKinds],
    ['v3', parametersOfV3('setService'), serviceKinds],
  ])('of %s have no field that the contract does not take', (_, taken, kinds) => {
    for (const { required, optional } of Object.values(kinds)) {
      expect(taken).toEqual(expect.arrayContaining([...required, ...optional]))
    }
  })
})
