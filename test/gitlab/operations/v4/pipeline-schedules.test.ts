import { describe, expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { createTestForge, describeV4, now } from '../../../harness.ts'

const job = 'job: { script: a, environment: "$WHERE" }'
const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'mona' },
    { username: 'dev' },
    { username: 'ria' },
  ],
  projects: [
    {
      path: 'mona/site',
      created_by: 'mona',
      members: { dev: 'developer', ria: 'reporter' },
      repository: {
        protected_branches: { main: {} },
        default_branch: 'main',
        commits: [
          {
            message: 'Begin [ci skip]',
            author: 'mona',
            branch: 'main',
            actions: [{ action: 'create', file_path: '.gitlab-ci.yml', content: job }],
          },
          {
            message: 'Break it [ci skip]',
            author: 'mona',
            branch: 'broken',
            actions: [{ action: 'update', file_path: '.gitlab-ci.yml', content: 'job: 1' }],
          },
        ],
        branches: { next: 'main', both: 'main' },
        tags: [
          { name: 'v1', ref: 'main' },
          { name: 'both', ref: 'main' },
        ],
      },
    },
    { path: 'mona/other', created_by: 'mona' },
  ],
  pipelines: [{ project: 'mona/site' }],
  pipeline_schedules: [
    {
      project: 'mona/site',
      owner: 'dev',
      description: 'Nightly',
      ref: 'next',
      cron: '0 1 * * *',
      variables: [{ key: 'WHERE', value: 'qa' }],
    },
    {
      project: 'mona/site',
      owner: 'mona',
      description: 'Weekly',
      cron: '0 4 * * 0',
      cron_timezone: 'Asia/Tokyo',
      active: false,
    },
  ],
}

const path = '/projects/1/pipeline_schedules'
const nightly = { description: 'Hourly', ref: 'next', cron: '30 * * * *' }

describeV4('pipeline schedules', { seed }, (api) => {
  const refused = async (who: string, method: 'post' | 'put', where: string, sent: object) => {
    const { status, body } = await api.as(who)[method](where, { ...sent })
    return [status, body.message ?? body.error]
  }

  it('are made, shown, listed and changed', async () => {
    const dev = api.as('dev')
    const inputs = [{ name: 'speed', value: 'fast' }]
    const made = await dev.post(path, { ...nightly, inputs })
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: 3,
        description: 'Hourly',
        ref: 'refs/heads/next',
        cron: '30 * * * *',
        cron_timezone: 'UTC',
        next_run_at: '2017-01-15T12:30:00.000Z',
        active: true,
        created_at: now,
        updated_at: now,
        owner: expect.objectContaining({ username: 'dev' }),
        last_pipeline: null,
        variables: [],
        inputs,
      },
    ])
    expect((await dev.get(`${path}/3`)).body).toEqual(made.body)
    const { last_pipeline: _, variables: __, inputs: ___, ...inList } = made.body
    const listed = (await api.as('ria').get(path)).body
    expect(listed.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3])
    expect(listed[2]).toEqual(inList)
    const inactive = (await dev.get(path, { scope: 'inactive' })).body
    expect(inactive).toMatchObject([
      { description: 'Weekly', ref: 'refs/heads/main', next_run_at: '2017-01-21T19:00:00.000Z' },
    ])
    expect((await dev.get(path, { scope: 'active' })).body).toMatchObject([{ id: 1 }, { id: 3 }])
    expect((await dev.get(path, { scope: 'all' })).status).toBe(400)

    api.forge.clock.advance('1m')
    const sent = {
      description: 'Tagged',
      ref: 'v1',
      cron: '@daily',
      cron_timezone: 'Europe/Berlin',
      active: false,
      inputs: [
        { name: 'speed', destroy: true },
        { name: 'place', value: ['a'] },
      ],
    }
    const changed = await dev.put(`${path}/3`, sent)
    expect([changed.status, changed.body]).toMatchObject([
      200,
      {
        ...sent,
        ref: 'refs/tags/v1',
        next_run_at: '2017-01-15T23:00:00.000Z',
        updated_at: '2017-01-15T12:01:00.000Z',
        created_at: now,
        inputs: [{ name: 'place', value: ['a'] }],
      },
    ])
    const kept = await dev.put(`${path}/3`, { ref: 'refs/heads/main2' })
    expect([kept.status, kept.body]).toMatchObject([
      200,
      { ref: 'refs/heads/main2', cron: '@daily', active: false },
    ])
  })

  it('are refused what they cannot be', async () => {
    const making = (sent: object) => refused('dev', 'post', path, { ...nightly, ...sent })
    expect(await making({ cron: 'aww' })).toEqual([400, { cron: ['syntax is invalid'] }])
    expect(await making({ cron: '0 0 30 2 *' })).toEqual([400, { cron: ['syntax is invalid'] }])
    expect(await making({ cron_timezone: 'Mars' })).toEqual([
      400,
      { cron_timezone: ['syntax is invalid'] },
    ])
    expect(await making({ ref: 'both' })).toEqual([400, { ref: ['is ambiguous'] }])
    expect(await making({ ref: 'none' })).toEqual([400, { ref: ['is ambiguous'] }])
    expect(await making({ description: ' ' })).toEqual([400, { description: ["can't be blank"] }])
    expect(await refused('dev', 'post', path, {})).toEqual([
      400,
      'description is missing, ref is missing, cron is missing',
    ])
    expect(await making({ ref: 'main' })).toEqual([
      400,
      { base: ['The current user is not authorized to create the pipeline schedule'] },
    ])
    expect(await refused('ria', 'post', path, nightly)).toEqual([403, '403 Forbidden'])
    expect(await refused('dev', 'put', `${path}/1`, { cron: 'x' })).toEqual([
      400,
      { cron: ['syntax is invalid'] },
    ])
  })

  it('are changed by their owners, removed by maintainers too, and taken over', async () => {
    expect(await refused('mona', 'put', `${path}/1`, { cron: '@daily' })).toEqual([
      403,
      '403 Forbidden',
    ])
    expect((await api.as('root').put(`${path}/1`, { description: 'Of root' })).status).toBe(200)
    // The branch of the second is protected.
    expect((await api.as('dev').put(`${path}/2`, { active: true })).status).toBe(403)
    expect((await api.as('dev').delete(`${path}/2`)).status).toBe(403)
    expect((await api.as('dev').post(`${path}/2/take_ownership`)).status).toBe(403)
    const again = await api.as('dev').post(`${path}/1/take_ownership`)
    expect([again.status, again.body.owner.username]).toEqual([200, 'dev'])
    const taken = await api.as('mona').post(`${path}/1/take_ownership`)
    expect([taken.status, taken.body.owner.username]).toEqual([201, 'mona'])
    expect((await api.as('mona').put(`${path}/1`, { cron: '@daily' })).status).toBe(200)
    const since = { 'if-unmodified-since': 'Sat, 14 Jan 2017 12:00:00 GMT' }
    expect((await api.as('mona', since).delete(`${path}/1`)).status).toBe(412)
    expect((await api.as('mona').delete(`${path}/1`)).status).toBe(204)
    const gone = await api.as('mona').get(`${path}/1`)
    expect([gone.status, gone.body]).toEqual([404, { message: '404 Pipeline Schedule Not Found' }])
    expect((await api.as('mona').get('/projects/2/pipeline_schedules/2')).status).toBe(404)
  })

  it('show their variables to their owners and to maintainers', async () => {
    const variables = [{ key: 'WHERE', value: 'qa', variable_type: 'env_var', raw: false }]
    expect((await api.as('dev').get(`${path}/1`)).body.variables).toEqual(variables)
    expect((await api.as('mona').get(`${path}/1`)).body.variables).toEqual(variables)
    expect((await api.as('ria').get(`${path}/1`)).body).not.toHaveProperty('variables')
  })

  it('have variables that are made, shown, changed and taken away', async () => {
    const dev = api.as('dev')
    const variables = `${path}/1/variables`
    const sent = { key: 'FILE', value: 'a', variable_type: 'file' }
    const made = await dev.post(variables, sent)
    expect([made.status, made.body]).toEqual([201, { ...sent, raw: false }])
    expect((await dev.get(`${variables}/FILE`)).body).toEqual(made.body)
    const changed = await dev.put(`${variables}/FILE`, { value: 'b' })
    expect([changed.status, changed.body]).toEqual([200, { ...made.body, value: 'b' }])
    expect((await dev.get(`${path}/1`)).body.variables[1]).toEqual(changed.body)
    const gone = await dev.delete(`${variables}/FILE`)
    expect([gone.status, gone.body]).toEqual([202, changed.body])
    for (const method of ['get', 'delete'] as const) {
      const { status, body } = await dev[method](`${variables}/FILE`)
      expect([status, body.message]).toEqual([404, '404 Pipeline Schedule Variable Not Found'])
    }
    expect((await dev.put(`${variables}/FILE`, { value: 'c' })).status).toBe(404)
  })

  it('refuse variables that they cannot have', async () => {
    const variables = `${path}/1/variables`
    const making = (sent: object, who = 'dev') =>
      refused(who, 'post', variables, { key: 'NEW', value: 'a', ...sent })
    expect(await making({ key: 'a b' })).toEqual([
      400,
      { key: ["can contain only letters, digits and '_'."] },
    ])
    expect(await making({ key: 'WHERE' })).toEqual([400, { key: ['has already been taken'] }])
    expect(await making({ variable_type: 'text' })).toEqual([
      400,
      'variable_type does not have a valid value',
    ])
    expect(await making({}, 'mona')).toEqual([403, '403 Forbidden'])
    expect((await api.as('ria').get(`${variables}/WHERE`)).status).toBe(403)
    expect((await api.as('mona').get(`${variables}/WHERE`)).status).toBe(200)
    const project = { ci_pipeline_variables_minimum_override_role: 'no_one_allowed' }
    await api.as('mona').put('/projects/1', project)
    expect(await making({})).toEqual([403, '403 Forbidden'])
    expect((await api.as('dev').delete(`${variables}/WHERE`)).status).toBe(403)
  })

  it('start a pipeline at once for who plays them', async () => {
    const played = await api.as('mona').post(`${path}/1/play`)
    expect([played.status, played.body]).toEqual([201, { message: '201 Created' }])
    const pipelines = (await api.as('ria').get(`${path}/1/pipelines`)).body
    expect(pipelines).toMatchObject([{ source: 'schedule', ref: 'next', status: 'pending' }])
    const [{ id }] = pipelines
    expect((await api.as('dev').get(`/projects/1/pipelines/${id}`)).body.user.username).toBe('mona')
    expect(api.forge.db.builds.all().at(-1)?.environment).toBe('qa')
    const shown = (await api.as('dev').get(`${path}/1`)).body
    expect(shown.last_pipeline).toEqual(pipelines[0])
    expect(shown.next_run_at).toBe('2017-01-16T01:00:00.000Z')
    expect((await api.as('dev').post(`${path}/2/play`)).status).toBe(403)
    expect((await api.as('ria').post(`${path}/1/play`)).status).toBe(403)
  })

  it('list what they started by its states and times, the first one first', async () => {
    await api.as('dev').post(`${path}/1/play`)
    api.forge.clock.advance('1h')
    await api.as('dev').post(`${path}/1/play`)
    await api.as('mona').post(`/projects/1/pipelines/3/cancel`)
    const ids = async (query: Record<string, string> = {}) =>
      (await api.as('dev').get(`${path}/1/pipelines`, query)).body.map(
        ({ id }: { id: number }) => id,
      )
    expect(await ids()).toEqual([2, 3])
    expect(await ids({ sort: 'desc' })).toEqual([3, 2])
    expect(await ids({ status: 'canceled' })).toEqual([3])
    expect(await ids({ scope: 'finished' })).toEqual([3])
    expect(await ids({ scope: 'branches' })).toEqual([3])
    expect(await ids({ created_before: '2017-01-15T12:30:00Z' })).toEqual([2])
    expect(await ids({ updated_after: '2017-01-15T12:30:00Z' })).toEqual([3])
    expect(await ids({ status: 'none' }).catch(() => 'refused')).toBe('refused')
    expect((await api.as('dev').get(`${path}/9/pipelines`)).status).toBe(404)
  })

  it('start pipelines when the clock is moved, each at its time, in the name of the owner', async () => {
    api.forge.clock.advance('2d')
    const pipelines = api.forge.db.pipelines.all().filter(({ source }) => source === 'schedule')
    expect(pipelines).toMatchObject([
      { created_at: '2017-01-16T01:00:00.000Z', user_id: 3, pipeline_schedule_id: 1 },
      { created_at: '2017-01-17T01:00:00.000Z', user_id: 3, pipeline_schedule_id: 1 },
    ])
    expect((await api.as('dev').get(`${path}/1`)).body.next_run_at).toBe('2017-01-18T01:00:00.000Z')
    api.forge.clock.advance('12h')
    expect(api.forge.db.pipelines.all()).toHaveLength(3)
  })

  it('start none where the owner may not, and a failed one of a broken configuration', async () => {
    const dev = api.as('dev')
    await dev.put(`${path}/1`, { ref: 'broken' })
    await dev.post(`${path}/1/play`)
    const [failed] = (await dev.get(`${path}/1/pipelines`)).body
    expect(failed).toMatchObject({ status: 'failed', source: 'schedule' })
    expect((await dev.get(`/projects/1/pipelines/${failed.id}`)).body.yaml_errors).toMatch(/job/)
    await dev.put(`${path}/1`, { ref: 'refs/heads/gone' })
    expect((await dev.post(`${path}/1/play`)).status).toBe(201)
    await api.as('root').post('/users/3/block')
    await api.as('root').put(`${path}/1`, { ref: 'next' })
    api.forge.clock.advance('2d')
    expect((await api.as('mona').get(`${path}/1/pipelines`)).body).toHaveLength(1)
  })

  it('stay without an owner, and go with their project', async () => {
    await api.as('root').delete('/users/3', { hard_delete: true })
    expect((await api.as('mona').get(`${path}/1`)).body.owner).toBeNull()
    api.forge.clock.advance('2d')
    expect(api.forge.db.pipelines.all()).toHaveLength(1)
    await api.as('mona').post(`${path}/1/play`)
    await api.as('mona').delete(`${path}/1`)
    expect(api.forge.db.pipelines.all()).toMatchObject([{}, { pipeline_schedule_id: null }])
  })
})

describe('pipeline schedules in a seed', () => {
  it('are exported as they are, with what they started', async () => {
    const forge = await createTestForge({ seed })
    forge.clock.advance('2d')
    const copy = await createTestForge({ seed: forge.export() })
    expect(copy.db.pipelineSchedules.all()).toEqual(forge.db.pipelineSchedules.all())
    expect(copy.db.pipelines.all()).toEqual(forge.db.pipelines.all())
  })

  it('are refused a crontab, a time zone and a ref that are none', async () => {
    const wrong = {
      project: 'mona/site',
      owner: 'dev',
      description: 'Wrong',
      cron: 'aww',
      cron_timezone: 'Mars',
      ref: 'none',
    }
    const loading = createTestForge({ seed: { ...seed, pipeline_schedules: [wrong] } })
    await expect(loading).rejects.toThrow(
      /cron.*syntax is invalid[\s\S]*cron_timezone.*syntax is invalid[\s\S]*is neither a branch nor a tag/,
    )
  })
})
