import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run, start } from './command.ts'

const token = 'correct horse'
let url = ''
let server: ReturnType<typeof start> | undefined
beforeAll(async () => {
  server = start(['serve', '--port', '0', '--json', '--control-token', token, '--max-worlds', '5'])
  const [line] = await server.until(/^.*\n/)
  url = JSON.parse(line).url
})
const folder = mkdtempSync(join(tmpdir(), 'forgery-control-'))
afterAll(async () => {
  rmSync(folder, { recursive: true })
  server?.process.kill()
  await server?.finished
})

const forgery = (...words: string[]) => run(...words, '--url', url, '--token', token)
const asRoot = { headers: { 'private-token': 'root-token' } }

/** What a command that goes well prints. */
async function printed(...words: string[]): Promise<string> {
  const { code, out, err } = await forgery(...words)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return out
}

describe('a shell beside a server', () => {
  it('makes, lists, shows and removes worlds', async () => {
    const made = await printed('world', 'create', 'checkout')
    expect(made).toContain(`checkout  ${url}/w/checkout\n`)
    expect(made).toMatch(/^ {2}root +root-token$/m)
    expect((await fetch(`${url}/w/checkout/api/v3/user`, asRoot)).status).toBe(200)
    expect(await printed('world')).toBe(`default   ${url}\ncheckout  ${url}/w/checkout\n`)
    expect(JSON.parse(await printed('world', 'show', 'checkout', '--json'))).toMatchObject({
      name: 'checkout',
      url: `${url}/w/checkout`,
      tokens: { root: 'root-token' },
    })
    await printed('world', 'remove', 'checkout')
    expect((await fetch(`${url}/w/checkout/api/v3/user`, asRoot)).status).toBe(404)
  })

  it('sends a seed that is a file of its own machine, with the files that it names', async () => {
    const file = join(folder, 'mine.yaml')
    writeFileSync(join(folder, 'readme.txt'), 'Hello')
    writeFileSync(
      file,
      `users: [{ username: ann }]
projects:
  - path: ann/boat
    visibility: public
    repository:
      commits:
        - { message: Begin, author: ann, actions: [{ action: create, file_path: a, file: readme.txt }] }
`,
    )
    expect(await printed('world', 'create', 'mine', '--seed', file)).toMatch(
      /^ {2}ann +ann-token$/m,
    )
    const blob = `${url}/w/mine/api/v3/projects/1/repository/blobs/master?filepath=a`
    expect(await (await fetch(blob, { headers: { 'private-token': 'ann-token' } })).text()).toBe(
      'Hello',
    )
    await printed('world', 'remove', 'mine')
  })

  it('says what is wrong with such a file, and makes no world', async () => {
    const file = join(folder, 'wrong.yaml')
    writeFileSync(file, 'users: [{ name: Ann }]\n')
    const create = (seed: string) => forgery('world', 'create', 'wrong', '--seed', seed)
    expect((await create(file)).err).toContain('users[0].username: is missing')
    expect(await create(join(folder, 'none.yaml'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is neither a built-in world .* nor a file/),
    })
    expect((await create('dmeo')).err).toContain('There is no seed "dmeo"')
    expect((await forgery('world', 'show', 'wrong')).code).toBe(1)
  })

  it('saves and restores snapshots, and resets', async () => {
    await printed('world', 'create', 'shots')
    const labels = `${url}/w/shots/api/v3/user/emails`
    const count = async () => (await (await fetch(labels, asRoot)).json()).length
    await printed('snapshot', 'save', 'before', '--world', 'shots')
    await fetch(`${labels}?email=more@example.com`, { ...asRoot, method: 'POST' })
    const after = await count()
    expect(await printed('snapshot', '--world', 'shots')).toBe('before\n')
    await printed('snapshot', 'restore', 'before', '--world', 'shots')
    expect(await count()).toBe(after - 1)
    await fetch(`${labels}?email=more@example.com`, { ...asRoot, method: 'POST' })
    await printed('reset', '--world', 'shots')
    expect(await count()).toBe(after - 1)
    await printed('snapshot', 'remove', 'before', '--world', 'shots')
  })

  it('compares two moments', async () => {
    await printed('world', 'create', 'compared')
    const world = ['--world', 'compared']
    await printed('snapshot', 'save', 'before', ...world)
    expect(await forgery('snapshot', 'compare', 'before', ...world)).toEqual({
      code: 0,
      out: '',
      err: 'No changes.\n',
    })
    const api = `${url}/w/compared/api/v4`
    await fetch(`${api}/projects/1/issues/1?title=Renamed`, { ...asRoot, method: 'PUT' })
    await printed('snapshot', 'save', 'after', ...world)
    const branch = `${api}/projects/1/repository/branches?branch=a&ref=master`
    expect((await fetch(branch, { ...asRoot, method: 'POST' })).status).toBe(201)
    const lines = await printed('snapshot', 'compare', 'before', ...world)
    expect(lines).toMatch(/^changed {2}\S+#1 +title, /m)
    expect(lines).toMatch(/^added {4}\S+ refs\/heads\/a +nothing to [0-9a-f]{8}$/m)
    const earlier = await printed('snapshot', 'compare', 'before', '--until', 'after', ...world)
    expect(earlier).not.toContain('refs/heads/a')
    const json = JSON.parse(await printed('snapshot', 'compare', '--json', ...world))
    expect(json.refs).toMatchObject([{ ref: 'refs/heads/a', change: 'added', before: null }])
    const none = await forgery('snapshot', 'compare', 'then', ...world)
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('no snapshot "then"') })
    await printed('world', 'remove', 'compared')
  })

  it('adds, lists and removes faults', async () => {
    const words = ['--operation', 'getCurrentUser', '--status', '503', '--times', '2']
    const fault = JSON.parse(await printed('faults', 'add', ...words, '--json'))
    expect(fault).toMatchObject({ operation: 'getCurrentUser', status: 503, times: 2, hits: 0 })
    expect((await fetch(`${url}/api/v3/user`, asRoot)).status).toBe(503)
    expect(await printed('faults')).toMatch(/^\d+ {2}hit 1 time {2}.*status=503/)
    await printed('faults', 'remove', String(fault.id))
    expect((await fetch(`${url}/api/v3/user`, asRoot)).status).toBe(200)
    const all = ['faults', 'add', '--world', 'sh*p', '--status', '503']
    expect(await printed(...all)).toMatch(/^shared-1 {2}hit 0 times {2}world=sh\*p status=503$/m)
    expect(await printed('faults', 'remove', 'shared-1')).toContain('Removed the fault shared-1.')
    await printed('faults', 'add', '--path', '/user', '--delay', '1..5')
    await printed('faults', 'clear')
    expect(await forgery('faults')).toEqual({ code: 0, out: '', err: 'No faults.\n' })
  })

  it('switches faults off and on, and knows some by name', async () => {
    const asked = async () => (await fetch(`${url}/w/switched/api/v4/user`, asRoot)).status
    await printed('world', 'create', 'switched')
    const world = ['--world', 'switched']
    expect(await printed('faults', 'presets')).toMatch(/^unavailable +Everything is answered 503/m)
    const words = ['--preset', 'unavailable', '--path', '/user', ...world]
    const fault = JSON.parse(await printed('faults', 'add', ...words, '--json'))
    expect(fault).toEqual({ id: 1, hits: 0, status: 503, retryAfter: 30, path: '/user' })
    expect(await asked()).toBe(503)
    expect(await printed('faults', 'off', '1', ...world)).toMatch(/^1 {2}hit 1 time .*isOff=true/)
    expect(await asked()).toBe(200)
    expect(await printed('faults', 'on', '1', ...world)).not.toContain('isOff')
    expect(await asked()).toBe(503)
    const off = await printed('faults', 'add', '--status', '500', '--off', ...world)
    expect(off).toMatch(/^2 {2}hit 0 times {2}.*isOff=true/)
    await printed('world', 'remove', 'switched')
  })

  it('shows and moves the clock', async () => {
    await printed('world', 'create', 'later')
    const world = ['--world', 'later']
    expect(await printed('clock', ...world)).toMatch(/^\S+Z, and the clock runs\n$/)
    expect(await printed('clock', 'freeze', ...world)).toContain('and the clock stands')
    await printed('clock', 'set', '2030-02-01T08:00:00Z', ...world)
    expect(await printed('clock', 'advance', '1d 2h', ...world)).toContain(
      '2030-02-02T10:00:00.000Z',
    )
    await printed('clock', 'advance', '1500', ...world)
    expect(JSON.parse(await printed('clock', '--json', ...world))).toEqual({
      now: '2030-02-02T10:00:01.500Z',
      isFrozen: true,
    })
    expect(await printed('clock', 'resume', ...world)).toContain('and the clock runs')
    const member = `${url}/w/later/api/v4/projects/1/members?user_id=1&access_level=30`
    await fetch(`${member}&expires_at=2031-01-01`, { ...asRoot, method: 'POST' })
    expect(await printed('clock', 'upcoming', ...world)).toMatch(
      /^2031-01-01T00:00:00\.000Z {2}root leaves \S+\n/m,
    )
    await printed('world', 'remove', 'later')
  })

  it('adds what a file says, and exports what there is', async () => {
    await printed('world', 'create', 'more', '--seed', 'empty')
    const world = ['--world', 'more']
    const file = join(folder, 'more.yaml')
    writeFileSync(file, 'users: [{ username: eve }]\nprojects: [{ path: eve/garden }]\n')
    expect(await printed('add', file, ...world)).toBe('Added 1 user, 1 project.\n')
    const wrong = await forgery('add', file, ...world)
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('eve') })
    const none = await forgery('add', join(folder, 'no.yaml'), ...world)
    expect(none.code).toBe(1)
    expect(await printed('export', ...world)).toMatch(/^ +- username: eve$|^ +username: eve$/m)
    const json = JSON.parse(await printed('export', '--json', ...world))
    const written = join(folder, 'world.json')
    expect(await printed('export', '--output', written, ...world)).toBe('')
    expect(JSON.parse(readFileSync(written, 'utf8'))).toEqual(json)
    await printed('world', 'create', 'again', '--seed', written)
    expect(JSON.parse(await printed('export', '--json', '--world', 'again'))).toEqual(json)
    for (const name of ['more', 'again']) await printed('world', 'remove', name)
  })

  it('shows coverage, and what is not served', async () => {
    await printed('world', 'create', 'counted')
    const world = ['--world', 'counted']
    const api = `${url}/w/counted/api/v4`
    expect(await forgery('unhandled', ...world)).toEqual({
      code: 0,
      out: '',
      err: 'No unhandled requests.\n',
    })
    await fetch(`${api}/user`, asRoot)
    expect(await printed('coverage', ...world)).toMatch(
      /^v4 {2}getCurrentUser {2}200×1 .*\(401\).*\n1 of \d+ operations answered: 0\.\d %\.\n$/,
    )
    expect(await printed('coverage', '--all', ...world)).toContain('createIssue')
    const little = await forgery('coverage', '--threshold', '0.5', ...world)
    expect(little).toMatchObject({ code: 1, err: expect.stringContaining('less than 50.0 %.') })
    await fetch(`${api}/userz`, asRoot)
    const { code, out } = await forgery('unhandled', ...world)
    expect([code, out]).toEqual([1, expect.stringContaining('  GET /w/counted/api/v4/userz: ')])
    const json = await forgery('unhandled', '--json', ...world)
    expect(JSON.parse(json.out).problem).toBe(out.trimEnd())
    await printed('world', 'remove', 'counted')
  })

  it('shows what was sent to hooks', async () => {
    await printed('world', 'create', 'hooked')
    const world = ['--world', 'hooked']
    const add = (file: string, text: string) => {
      writeFileSync(join(folder, file), text)
      return printed('add', join(folder, file), ...world)
    }
    expect((await forgery('deliveries', ...world)).err).toBe('No deliveries.\n')
    const hook = { username: 'root', url: 'http://127.0.0.1:9/' }
    await add('hook.json', JSON.stringify({ hooks: [{ url: hook.url }] }))
    const lines = start(['deliveries', '--follow', ...world, '--url', url, '--token', token])
    const create = () =>
      fetch(`${url}/w/hooked/api/v4/projects?name=p${Math.random()}`, { ...asRoot, method: 'POST' })
    const asking = setInterval(create, 100)
    const [line] = await lines.until(/^.*\n/)
    clearInterval(asking)
    expect(line).toMatch(/^hook \d+ project_create http:\/\/127\.0\.0\.1:9\/ .*ms\n$/)
    expect(await printed('deliveries', ...world)).toContain('project_create')
    const [first] = JSON.parse(await printed('deliveries', '--json', ...world))
    expect(first).toMatchObject({
      event: 'project_create',
      payload: { event_name: 'project_create' },
    })
    const other = await forgery('deliveries', '--hook', '999', ...world)
    expect(other.err).toBe('No deliveries.\n')
    await printed('world', 'remove', 'hooked')
    await lines.finished
  })

  it('shows requests as they come', async () => {
    await printed('world', 'create', 'followed')
    const words = ['requests', '--follow', '--path', '/user', '--world', 'followed']
    const lines = start([...words, '--url', url, '--token', token])
    const json = start([...words, '--json', '--url', url, '--token', token])
    const ask = (path: string) => fetch(`${url}/w/followed/api/v3${path}`, asRoot)
    const asking = setInterval(() => ask('/projects').then(() => ask('/user')), 100)
    const [line] = await lines.until(/^.*\n/)
    expect(line).toMatch(/^GET \/w\/followed\/api\/v3\/user 200 root [\d.]+ ms\n$/)
    const [object] = await json.until(/^.*\n/)
    expect(JSON.parse(object)).toMatchObject({ operationId: 'getCurrentUser', status: 200 })
    clearInterval(asking)
    await printed('world', 'remove', 'followed')
    expect([(await lines.finished).code, (await json.finished).code]).toEqual([0, 0])
    expect(lines.out()).not.toContain('/projects')
  })

  it('shows requests, and waits for one', async () => {
    await printed('world', 'create', 'asked')
    const world = ['--world', 'asked']
    await fetch(`${url}/w/asked/api/v3/user`, asRoot)
    expect(await printed('requests', ...world)).toMatch(/^GET \S+\/user 200 root /)
    const [found] = JSON.parse(
      await printed('requests', 'find', '--user', 'root', '--json', ...world),
    )
    expect(found).toMatchObject({ operationId: 'getCurrentUser', status: 200 })
    expect(await printed('requests', '--user', 'root', '--status', '200', ...world)).toContain(
      '/user',
    )
    const issues = await forgery('requests', '--operation', 'createIssue', ...world)
    expect(issues).toEqual({ code: 0, out: '', err: 'No requests.\n' })
    const none = await forgery('requests', 'find', '--status', '500', ...world)
    expect(none).toMatchObject({ code: 1, err: 'forgery: No such request was made.\n' })
    const late = await forgery('requests', 'wait', '--status', '500', '--timeout', '20', ...world)
    expect(late.code).toBe(1)
    expect(late.err).toMatch(
      /^forgery: No request with --status 500 was made within 20 ms\. The requests that were made:\n {2}GET /,
    )
    await printed('requests', 'clear', ...world)
    expect((await forgery('requests', ...world)).out).toBe('')
    const any = await forgery('requests', 'wait', '--timeout', '20', ...world)
    expect(any.err).toBe('forgery: No request was made within 20 ms. None was made at all.\n')
  })

  it('plays the runner', async () => {
    await printed('world', 'create', 'builds', '--seed', 'demo')
    const projects = await (await fetch(`${url}/w/builds/api/v3/projects/all`, asRoot)).json()
    const pages: { id: number; status: string }[][] = await Promise.all(
      projects.map(async ({ id }: { id: number }) =>
        (await fetch(`${url}/w/builds/api/v3/projects/${id}/builds`, asRoot)).json(),
      ),
    )
    const build = pages.flat().find(({ status }) => status === 'running' || status === 'pending')
    if (!build) throw new Error('The demo world has no build to advance.')
    const running = ['advance', String(build.id), 'running', '--world', 'builds']
    expect(await printed(...running)).toMatch(/is running\.$/m)
    const words = ['advance', String(build.id), 'success', '--trace', 'ok', '--world', 'builds']
    const file = join(folder, 'site.bin')
    writeFileSync(file, new Uint8Array([0, 1, 255]))
    expect(JSON.parse(await printed(...words, '--artifacts', file, '--json'))).toMatchObject({
      status: 'success',
      artifacts: { filename: 'site.bin', bytes: 'AAH/' },
    })
    expect((await forgery(...words)).err).toContain('is over')
  })
})

describe('what cannot be done', () => {
  it.each([
    [['world', 'mak'], 2, '`forgery world` has list, create, show, remove, not "mak".'],
    [
      ['snapshot', 'svae', 'a'],
      2,
      'list, save, restore, remove, compare, not "svae"; did you mean "save"?',
    ],
    [['world', 'remove'], 2, '`forgery world remove` needs a NAME.'],
    [['faults', 'remove'], 2, '`forgery faults remove` needs an ID.'],
    [['world', 'create', 'a', 'b'], 2, '"b" is one word too many'],
    [['world', 'show', 'gone'], 1, 'There is no world "gone"'],
    [['world', 'show', 'defualt'], 1, 'There is no world "defualt"; did you mean "default"?'],
    [['world', 'create', 'copy', '--from', 'defaul'], 1, 'did you mean "default"?'],
    [['reset', '--world', 'defaut'], 1, 'did you mean "default"?'],
    [['faults', 'add', '--operation', 'createIsue'], 2, 'did you mean "createIssue"?'],
    [['faults', 'add', '--phase', 'during'], 2, '--phase takes before or after, not "during".'],
    [['faults', 'add', '--preset', 'slow'], 2, '--preset takes slow-network, flaky-writes,'],
    [['clock', 'set'], 2, '`forgery clock set` needs a TIME.'],
    [['clock', 'set', 'noon'], 2, 'clock.set: the time must be a date or an ISO 8601 time'],
    [['clock', 'show', '2h'], 2, 'does not take the TIME "2h"'],
    [['coverage', '--threshold', '2'], 2, '--threshold takes a share from 0 to 1, not "2".'],
    [['deliveries', '--hook', 'x'], 2, '--hook takes a number, not "x".'],
    [['add'], 2, '`forgery add` needs a SEED'],
    [['faults', 'remove', 'x'], 2, 'A fault has a number, or an id such as shared-1, not "x".'],
    [['faults', 'add', '--status', 'x'], 2, '--status takes a number, not "x".'],
    [['faults', 'add', '--status', '200'], 2, '--status must be a whole number from 400 to 599;'],
    [
      ['faults', 'add', '--operation', 'createIssue'],
      2,
      'Say what happens: one of --status, --connection, --body, --stale, --delay.',
    ],
    [
      ['faults', 'add', '--status', '500', '--stale'],
      2,
      'A fault has one effect; got --status, --stale.',
    ],
    [
      ['faults', 'add', '--status', '500', '--retry-after', '3'],
      2,
      '--retry-after goes with the status 429 or 503.',
    ],
    [['faults', 'add', '--stale', '--method', 'PUT'], 2, '--stale hits reading requests alone'],
    [['requests', '--method', 'PUSH'], 2, '--method must be a method: `GET`'],
    [
      ['requests', 'find', '--path', 'user'],
      2,
      '--path must be a path below /api/v4 or /api/v3, such as',
    ],
    [['requests', 'wait', '--timeout', '0.5'], 2, '--timeout takes a whole number from 0'],
    [['world', 'create', 'a b'], 2, 'The name of a world must have 1 to 63 letters,'],
    [['advance', '7'], 2, 'needs a STATE'],
    [['advance', 'x', 'running'], 2, 'A build has a number, not "x".'],
    [
      ['advance', '7', 'done'],
      2,
      'A build goes to running, success, failed, canceled, not "done".',
    ],
    [['reset', '--world', 'gone'], 1, 'There is no world "gone"'],
  ])('is said in one line: %j', async (words, code, message) => {
    const finished = await forgery(...words)
    expect(finished).toMatchObject({ code, out: '' })
    expect(finished.err).toContain(message)
    expect(finished.err.trimEnd()).not.toContain('\n')
  })

  it.each([
    [
      ['faults', 'clear', '1'],
      'the ID "1": `forgery faults remove ID`, `forgery faults off ID` and `forgery faults on ID` do.',
    ],
    [['faults', 'clear', '--times', '2'], '--times: `forgery faults add` does.'],
    [['faults', 'add', '3', '--status', '500'], 'the ID "3": `forgery faults remove ID`,'],
    [['faults', 'remove', '3', '--status', '500'], '--status: `forgery faults add` does.'],
    [['faults', 'list', '--operation', 'createIssue'], '--operation: `forgery faults add` does.'],
    [
      ['requests', 'clear', '--operation', 'createIssue'],
      '--operation: `forgery requests list`, `forgery requests find` and `forgery requests wait` do.',
    ],
    [['requests', 'find', '--follow'], '--follow: `forgery requests list` does.'],
    [['requests', '--timeout', '5'], '--timeout: `forgery requests wait` does.'],
    [
      ['snapshot', 'list', 'x'],
      'the NAME "x": `forgery snapshot save NAME`, `forgery snapshot restore NAME`, `forgery snapshot remove NAME` and `forgery snapshot compare NAME` do.',
    ],
    [['world', 'show', 'default', '--seed', 'demo'], '--seed: `forgery world create` does.'],
    [['world', 'list', 'x'], 'the NAME "x": `forgery world create NAME`,'],
  ])('is refused where another action is meant: %j', async (words, message) => {
    const [command, action] = words[1]?.startsWith('--') ? [words[0], 'list'] : words
    const finished = await forgery(...words)
    expect(finished).toMatchObject({ code: 2, out: '' })
    expect(finished.err).toContain(
      `forgery: \`forgery ${command} ${action}\` does not take ${message}`,
    )
    expect(finished.err.trimEnd()).not.toContain('\n')
  })

  it('leaves what is there where it is refused', async () => {
    await printed('world', 'create', 'kept')
    const world = ['--world', 'kept']
    await printed('faults', 'add', '--path', '/nothing', '--status', '500', ...world)
    await fetch(`${url}/w/kept/api/v3/user`, asRoot)
    await forgery('faults', 'clear', '1', ...world)
    await forgery('requests', 'clear', '--operation', 'createIssue', ...world)
    expect(await printed('faults', ...world)).toContain('status=500')
    expect(await printed('requests', ...world)).toContain('/user 200')
    await printed('world', 'remove', 'kept')
  })

  it('gets an error where the address of the server is none, though one runs', async () => {
    const address = url.replace('http://', '')
    for (const wrong of [address, `ftp://${address}`, `${url}/?world=a`, 'http://']) {
      const { code, out, err } = await run('world', '--url', wrong)
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toBe(
        `forgery: --url takes a URL such as http://127.0.0.1:8080, not "${wrong}".\n`,
      )
    }
    const environment = { FORGERY_URL: address }
    const { code, err } = await start(['reset'], undefined, undefined, environment).finished
    expect(code).toBe(2)
    expect(err).toContain('$FORGERY_URL takes a URL such as')
  })

  it('gets an error where the token is missing, and where no server is', async () => {
    expect((await run('reset', '--url', url)).err).toContain('401 Unauthorized')
    const away = await run('reset', '--url', 'http://127.0.0.1:9')
    expect(away).toMatchObject({ code: 1 })
    expect(away.err).toContain('No server answers at http://127.0.0.1:9 (bad port): start one')
    expect((await run('serve', '--world-ttl', 'soon')).err).toContain('such as 90s, 30m or 2h')
    expect((await run('serve', '--control-token', 'short')).err).toContain(
      '--control-token takes at least 8 characters',
    )
    const environment = { FORGERY_CONTROL_TOKEN: 'short' }
    const { err } = await start(['serve'], undefined, undefined, environment).finished
    expect(err).toContain('$FORGERY_CONTROL_TOKEN takes at least 8 characters')
  })
})
