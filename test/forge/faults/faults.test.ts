import { describe, expect, it } from 'vitest'
import { createFaults } from '../../../src/forge/faults/faults.ts'
import { faultPresets } from '../../../src/forge/faults/presets.ts'
import type { Forge } from '../../../src/forge/forge.ts'
import { createWorlds } from '../../../src/worlds/create-worlds.ts'
import { createTestForge, describeTransports } from '../../harness.ts'

const seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }],
  projects: [
    {
      path: 'jane/website',
      members: { root: 'developer' },
      issues: [{ title: 'One', author: 'jane' }],
    },
  ],
} as const

describeTransports('a fault', { seed: seed as never }, (api) => {
  const create = (title: string, user = 'jane') =>
    api.as(user).post('/projects/1/issues', { title })
  const titles = async () => {
    const { body } = await api.as('root').get('/projects/1/issues')
    return body.map(({ title }: { title: string }) => title).sort()
  }

  it('answers a status, with the error body of the API, as often as it says', async () => {
    const fault = api.forge.faults.add({ operation: 'createIssue', status: 503, times: 2 })
    expect(fault).toEqual({ id: 1, hits: 0, operation: 'createIssue', status: 503, times: 2 })
    for (const title of ['a', 'b']) {
      const { status, headers, body } = await create(title)
      expect([status, headers.get('retry-after')]).toEqual([503, '1'])
      expect(body).toEqual({ message: '503 Service Unavailable' })
    }
    expect((await create('c')).status).toBe(201)
    expect(await titles()).toEqual(['One', 'c'])
    expect(api.forge.faults.all()).toEqual([{ ...fault, hits: 2 }])
  })

  it('says with 429 when to come back, and with other statuses nothing', async () => {
    api.forge.faults.add({ status: 429, retryAfter: 30, times: 1 })
    api.forge.faults.add({ status: 401, times: 1 })
    const first = await api.as('jane').get('/user')
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '30'])
    const second = await api.as('jane').get('/user')
    expect([second.status, second.headers.get('retry-after')]).toEqual([401, null])
    expect(second.body).toEqual({ message: '401 Unauthorized' })
  })

  it('takes the answer away after the request was carried out', async () => {
    api.forge.faults.add({ operation: 'createIssue', phase: 'after', status: 502 })
    expect((await create('kept')).status).toBe(502)
    expect(await titles()).toEqual(['One', 'kept'])
  })

  it.each([
    [{ method: 'post' }, [201, 200, 200], [500, 200, 200]],
    [{ method: 'PUT,post' }, [201, 200, 200], [500, 200, 200]],
    [{ method: 'PUT,DELETE' }, [201, 200, 200], [201, 200, 200]],
    [{ path: '/projects/*/issues' }, [201, 200, 200], [500, 500, 200]],
    [{ path: '/projects/**' }, [201, 200, 200], [500, 500, 500]],
    [{ path: '/projects/jane%2Fwebsite' }, [201, 200, 200], [201, 200, 500]],
    [{ path: '/projects/*' }, [201, 200, 200], [201, 200, 500]],
    [{ path: '/**/issues' }, [201, 200, 200], [500, 500, 200]],
    [{ path: '/proj.cts/**' }, [201, 200, 200], [201, 200, 200]],
    [{ user: 'root' }, [201, 200, 200], [201, 500, 200]],
    [{ user: 'root', method: 'POST' }, [201, 200, 200], [201, 200, 200]],
    [{ operation: 'getProject' }, [201, 200, 200], [201, 200, 500]],
    [{}, [201, 200, 200], [500, 500, 500]],
  ] as const)('hits what %j means', async (criteria, without, hit) => {
    const requests = async () => [
      (await create('x')).status,
      (await api.as('root').get('/projects/1/issues')).status,
      (await api.as('jane').get('/projects/jane%2fwebsite')).status,
    ]
    expect(await requests()).toEqual(without)
    api.forge.faults.add({ ...criteria, status: 500 })
    expect(await requests()).toEqual(hit)
  })

  it('hits a request that is refused before anybody is known', async () => {
    api.forge.faults.add({ status: 500 })
    expect((await api.anonymous.get('/nonsense')).status).toBe(500)
    expect((await api.as('nobody').get('/user')).status).toBe(500)
    expect(api.forge.faults.all()[0]?.hits).toBe(2)
  })

  it('hits HEAD where it says GET or HEAD', async () => {
    const head = async () => {
      const request = new Request(`${api.origin}/api/v3/user`, { method: 'HEAD' })
      request.headers.set('private-token', 'jane-token')
      const isInProcess = api.origin === 'http://forge.test'
      return (await (isInProcess ? api.forge.fetch(request) : fetch(request))).status
    }
    api.forge.faults.add({ method: 'GET', status: 500, times: 1 })
    expect([await head(), await head()]).toEqual([500, 200])
    api.forge.faults.add({ method: 'HEAD', status: 502 })
    expect((await api.as('jane').get('/user')).status).toBe(200)
    expect(await head()).toBe(502)
  })

  it('goes by the user that sudo stands for', async () => {
    api.forge.faults.add({ user: 'jane', status: 500 })
    expect((await api.as('root').get('/user')).status).toBe(200)
    expect((await api.as('root').get('/user', { sudo: 'jane' })).status).toBe(500)
  })

  it('hits a share of the requests, by the random source of the forge', async () => {
    const outcomes = async () => {
      api.forge.reset()
      api.forge.faults.add({ share: 0.5, status: 500 })
      const statuses = []
      for (let count = 0; count < 40; count++) {
        statuses.push((await api.as('jane').get('/user')).status)
      }
      return statuses
    }
    const first = await outcomes()
    expect(first.filter((status) => status === 500).length).toBeGreaterThan(8)
    expect(first.filter((status) => status === 200).length).toBeGreaterThan(8)
    expect(await outcomes()).toEqual(first)
  })

  it('is reported in the journal', async () => {
    const { id } = api.forge.faults.add({ operation: 'createIssue', status: 500, times: 1 })
    await create('a')
    expect(api.forge.requests.at(-1)).toMatchObject({
      operationId: 'createIssue',
      user: 'jane',
      status: 500,
      fault: id,
      answer: { message: '500 Internal Server Error' },
    })
    await create('a')
    expect(api.forge.requests.at(-1)?.fault).toBeUndefined()
  })

  it('is removed by its id, or with all others', async () => {
    const { faults } = api.forge
    const { id } = faults.add({ status: 500 })
    faults.add({ status: 502 })
    faults.remove(id)
    expect((await api.as('jane').get('/user')).status).toBe(502)
    expect(() => faults.remove(id)).toThrow('faults.remove: there is no fault 1; the only one is 2')
    faults.clear()
    expect((await api.as('jane').get('/user')).status).toBe(200)
    expect(() => faults.remove(2)).toThrow('there is no fault 2; there is none at all')
    faults.add({ status: 500 })
    api.forge.reset()
    expect(faults.all()).toEqual([])
  })

  it('lets a request wait, for as long as its range says', async () => {
    api.forge.faults.add({ delay: '40..60' })
    const started = performance.now()
    expect((await create('slow')).status).toBe(201)
    const waited = performance.now() - started
    expect(waited).toBeGreaterThanOrEqual(38)
    expect(await api.forge.requests.at(-1)?.milliseconds).toBeGreaterThanOrEqual(38)
  })

  it('answers who reads from the world before the last write', async () => {
    api.forge.faults.add({ path: '/projects/*/issues', isStale: true })
    expect(await titles()).toEqual(['One'])
    await create('two')
    expect(await titles()).toEqual(['One'])
    await create('three')
    expect(await titles()).toEqual(['One', 'two'])
    expect((await api.as('jane').get('/projects/1/issues/3')).body.title).toBe('three')
    await create('four')
    expect((await create('')).status).toBe(400)
    expect(await titles()).toEqual(['One', 'three', 'two'])
    api.forge.faults.clear()
    expect(await titles()).toEqual(['One', 'four', 'three', 'two'])
  })

  it('answers JSON that is none', async () => {
    api.forge.faults.add({ operation: 'createIssue', body: 'malform' })
    const response = await fetchOf(api, '/projects/1/issues', { title: 'broken' })
    expect(response.status).toBe(201)
    expect(response.headers.get('content-type')).toBe('application/json')
    await expect(response.json()).rejects.toThrow(SyntaxError)
    expect(await titles()).toEqual(['One', 'broken'])
  })
})

/** A post as jane, with the answer as it came. */
function fetchOf(
  api: Parameters<Parameters<typeof describeTransports>[2]>[0],
  path: string,
  parameters: object,
) {
  const headers = { 'private-token': 'jane-token', 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(parameters) }
  const url = `${api.origin}/api/v3${path}`
  return api.origin === 'http://forge.test'
    ? api.forge.fetch(new Request(url, init))
    : fetch(url, init)
}

it('is none of a fork', async () => {
  const forge = await createTestForge()
  forge.faults.add({ status: 500 })
  const request = () => new Request('http://forge.test/api/v3/user?private_token=root-token')
  expect((await forge.fork().fetch(request())).status).toBe(200)
  expect((await forge.fetch(request())).status).toBe(500)
})

describe('a fault that worlds share', () => {
  const ask = async (forge: Forge) => {
    const response = await forge.fetch('http://forge.test/api/v3/user?private_token=root-token')
    return response.status
  }
  async function threeWorlds() {
    const worlds = await createWorlds({ seed: 'empty' })
    const made = await Promise.all(['shop-1', 'shop-2'].map((name) => worlds.create({ name })))
    const [one, two] = made.map(({ forge }) => forge)
    if (!one || !two) throw new Error('No world was made.')
    return { worlds, first: worlds.default.forge, one, two }
  }

  it('hits those whose names match, whichever it was added in', async () => {
    const { worlds, first, one, two } = await threeWorlds()
    const fault = one.faults.add({ world: 'shop-*', status: 503 })
    expect(fault).toEqual({ id: 'shared-1', hits: 0, world: 'shop-*', status: 503 })
    expect([await ask(first), await ask(one), await ask(two)]).toEqual([200, 503, 503])
    expect(one.requests.at(-1)).toMatchObject({ status: 503, fault: 'shared-1' })
    const later = await worlds.create({ name: 'shop-3' })
    expect(await ask(later.forge)).toBe(503)
    expect(two.faults.all()).toEqual([{ ...fault, hits: 3 }])
    two.faults.remove('shared-1')
    expect(await ask(one)).toBe(200)
    first.faults.add({ world: '*', status: 502, times: 2 })
    expect([await ask(first), await ask(one), await ask(two)]).toEqual([502, 502, 200])
    first.faults.add({ world: 'default', status: 500 })
    expect([await ask(first), await ask(one)]).toEqual([500, 200])
  })

  it('comes after those of the world itself', async () => {
    const { first, one } = await threeWorlds()
    first.faults.add({ world: '*', status: 503 })
    expect(one.faults.add({ status: 500, times: 1 }).id).toBe(1)
    expect(one.faults.all().map(({ id }) => id)).toEqual([1, 'shared-1'])
    expect([await ask(one), await ask(one), await ask(first)]).toEqual([500, 503, 503])
  })

  it('stays when another world is reset, and goes with a reset of the default one', async () => {
    const { first, one, two } = await threeWorlds()
    first.faults.add({ world: 'shop-2', status: 503 })
    one.reset()
    two.faults.clear()
    two.reset()
    expect(await ask(two)).toBe(503)
    expect([one.faults.all(), first.faults.all().length]).toEqual([[], 1])
    first.reset()
    expect(await ask(two)).toBe(200)
    expect(one.faults.add({ world: '*', status: 503 }).id).toBe('shared-1')
    first.faults.clear()
    expect(one.faults.all()).toEqual([])
  })

  it('answers from the world before the last write, too', async () => {
    const { first, one } = await threeWorlds()
    first.faults.add({ world: 'shop-*', isStale: true })
    const emails = 'http://forge.test/api/v3/user/emails?private_token=root-token'
    await one.fetch(`${emails}&email=new@example.com`, { method: 'POST' })
    expect(await (await one.fetch(emails)).json()).toEqual([])
  })

  it('is one of a forge alone where it is for all, or for its name', async () => {
    const forge = await createTestForge()
    forge.faults.add({ world: 'other', status: 503 })
    expect(await ask(forge)).toBe(200)
    forge.faults.add({ world: '*', status: 502 })
    expect(await ask(forge)).toBe(502)
    const fork = forge.fork({ name: 'other' })
    expect(await ask(fork)).toBe(200)
    fork.faults.add({ world: 'oth*', status: 503 })
    expect(await ask(fork)).toBe(503)
    forge.reset()
    expect(await ask(forge)).toBe(200)
  })

  it('is refused where there is no such fault to remove, naming those that there are', async () => {
    const { one } = await threeWorlds()
    one.faults.add({ status: 500 })
    one.faults.add({ world: '*', status: 500 })
    expect(() => one.faults.remove('shared-2')).toThrow(
      'there is no fault shared-2; there are 1, shared-1',
    )
  })
})

it.each([
  [{}, 'say what happens: one of `status`, `connection`, `body`, `isStale`, `delay`'],
  [{ status: 200 }, 'option `status` must be a whole number from 400 to 599; got 200'],
  [{ status: 500, connection: 'drop' }, 'a fault has one effect; got `status`, `connection`'],
  [{ operation: 'createIsue', status: 500 }, 'option `operation` must be the id of an operation'],
  [{ method: 'FETCH', status: 500 }, 'option `method` must be a method: `GET`, `POST`'],
  [
    { path: 'projects', status: 500 },
    'option `path` must be a path below /api/v4 or /api/v3, such as',
  ],
  [{ times: 0, status: 500 }, 'option `times` must be a whole number from 1 up; got 0'],
  [{ share: 2, status: 500 }, 'option `share` must be a number from 0 to 1; got 2'],
  [{ delay: '200..50' }, 'option `delay` must be milliseconds from 0 to 3600000: a number, or'],
  [{ delay: 'long' }, 'a range such as `50..200`; got "long"'],
  [{ delay: -1 }, 'a range such as `50..200`; got -1'],
  [{ connection: 'cut' }, 'option `connection` must be `drop` or `stall`; got "cut"'],
  [{ body: 'eaten' }, 'option `body` must be `truncate` or `malform`; got "eaten"'],
  [{ phase: 'during', status: 500 }, 'option `phase` must be `before` or `after`'],
  [{ phase: 'after', body: 'malform' }, 'option `phase` goes with `status`, `connection` and'],
  [{ method: 'GET;PUT', status: 500 }, 'or several separated by commas; got "GET;PUT"'],
  [{ isStale: true, method: 'GET,PUT' }, '`isStale` hits reading requests alone'],
  [{ isStale: true, method: 'POST' }, '`isStale` hits reading requests alone'],
  [{ status: 500, retryAfter: 5 }, '`retryAfter` goes with the status 429 or 503'],
  [{ status: 500, world: '' }, 'option `world` must be the name of a world, or a pattern of'],
  [{ statsu: 500 }, 'there is no option `statsu`; did you mean "status"?'],
  ['500', 'the options must be an object; got "500"'],
  [{ operation: 'createIsue', status: 500 }, 'got "createIsue"; did you mean "createIssue"?'],
  [{ connection: 'drpo' }, '`drop` or `stall`; got "drpo"; did you mean "drop"?'],
])('is refused where it is wrong: %j', (description, words) => {
  const faults = createFaults()
  expect(() => faults.add(description as never)).toThrow(TypeError)
  expect(() => faults.add(description as never)).toThrow(/^faults\.add: /)
  expect(() => faults.add(description as never)).toThrow(words)
  expect(faults.all()).toEqual([])
})

it.each(Object.entries(faultPresets))('%s is a fault that is taken as it is', (_, preset) => {
  expect(createFaults().add(preset.fault)).toMatchObject(preset.fault)
  expect(preset.summary).toMatch(/^[A-Z].*\.$/)
})

it('hits nothing while it is off, and goes on counting then', async () => {
  const forge = await createTestForge()
  const ask = async () => {
    const request = new Request('http://forge.test/api/v3/user?private_token=root-token')
    return (await forge.fetch(request)).status
  }
  const { id } = forge.faults.add({ status: 503, times: 2, isOff: true })
  expect(await ask()).toBe(200)
  forge.faults.switchOn(id)
  expect(await ask()).toBe(503)
  expect(forge.faults.switchOff(id)).toMatchObject({ hits: 1, isOff: true })
  expect(await ask()).toBe(200)
  forge.faults.add({ status: 418 })
  expect(await ask()).toBe(418)
  forge.faults.switchOn(id)
  expect([await ask(), await ask()]).toEqual([503, 418])
  expect(() => forge.faults.switchOff(7)).toThrow(
    'faults.switchOff: there is no fault 7; there are 1, 2',
  )
})

it('keeps no earlier world for stale answers while it is off', async () => {
  const faults = createFaults()
  const { id } = faults.add({ isStale: true })
  expect(faults.mayBeStale()).toBe(true)
  faults.switchOff(id)
  expect(faults.mayBeStale()).toBe(false)
})

it('delays each request where the forge is made so, whatever is reset', async () => {
  const forge = await createTestForge({ delay: '30..40' })
  forge.reset()
  const started = performance.now()
  const request = new Request('http://forge.test/api/v3/user?private_token=root-token')
  expect((await forge.fetch(request)).status).toBe(200)
  expect(performance.now() - started).toBeGreaterThanOrEqual(28)
  await expect(createTestForge({ delay: 'slow' })).rejects.toThrow(
    'createForge: option `delay` must be milliseconds from 0 to 3600000',
  )
})

it('is for applications: a view of the console is not hit, waits for nothing, and uses nothing up', async () => {
  const forge = await createTestForge({ seed: seed as never, delay: 3_600_000 })
  forge.faults.add({ status: 503, times: 1 })
  const ask = async (path: string) => {
    const headers = { 'private-token': 'root-token', 'x-forge-console': '1' }
    return (await forge.fetch(new Request(`http://forge.test${path}`, { headers }))).status
  }
  expect([await ask('/api/v4/user'), await ask('/api/v3/user')]).toEqual([200, 200])
  expect(await ask('/api/v4/projects/99')).toBe(404)
  expect(forge.faults.all()).toMatchObject([{ hits: 0 }])
  forge.faults.clear()
})
