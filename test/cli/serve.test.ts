import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { createWorkFolder, makeRepository } from '../git/work-folder.ts'
import { root } from '../package/root.ts'
import { lacks } from '../programs.ts'
import { type Running, run, start } from './command.ts'

const folder = mkdtempSync(join(tmpdir(), 'forgery-serve-'))
afterAll(() => rmSync(folder, { recursive: true }))

const running: Running[] = []
afterEach(async () => {
  for (const { process, finished } of running.splice(0)) {
    process.kill('SIGKILL')
    await finished
  }
})

function serve(...words: readonly string[]): Running {
  const command = start(['serve', '--port', '0', ...words])
  running.push(command)
  return command
}

function seedFile(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const asRoot = { headers: { 'private-token': 'root-token' } }

it('prints one line of JSON when it really answers, and nothing after it', async () => {
  const command = serve('--json', '--seed', 'empty')
  const [line] = await command.until(/^.*\n/)
  const { url, tokens } = JSON.parse(line)
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(tokens).toEqual({ root: 'root-token' })
  expect((await fetch(`${url}/_forge/health`)).status).toBe(200)
  expect((await fetch(`${url}/api/v3/user`, asRoot)).status).toBe(200)
  expect(command.out()).toBe(line)
  expect(command.err()).toBe('')
})

it('answers as GitLab 8.15 did when it is asked to', async () => {
  const command = serve('--json', '--seed', 'empty', '--as', 'released')
  const [line] = await command.until(/^.*\n/)
  const { url } = JSON.parse(line)
  const reply = await fetch(`${url}/api/v3/users/99`, { ...asRoot, method: 'DELETE' })
  expect(reply.status).toBe(404)
})

it.skipIf(lacks('git'))('brings repositories in, which git clones again', async () => {
  const work = createWorkFolder()
  try {
    makeRepository(work, 'website')
    const head = work.git('website', 'rev-parse', 'main').trim()
    const path = join(work.path, 'website')
    const command = serve(
      '--json',
      '--import',
      `demo/website=${path}`,
      '--import',
      `root/own=${path}`,
    )
    const [line] = await command.until(/^.*\n/)
    const { url } = JSON.parse(line)
    for (const project of ['demo/website', 'root/own']) {
      const address = `${url.replace('://', '://root:root-token@')}/${project}.git`
      expect(work.git('.', 'ls-remote', address, 'refs/heads/main')).toBe(
        `${head}\trefs/heads/main\n`,
      )
    }
    const gone = await run('serve', '--port', '0', '--import', `demo/website=${path}/gone`)
    expect(gone.code).not.toBe(0)
    expect(gone.err).toContain(
      `${path}/gone cannot be imported into demo/website: there is no folder`,
    )
  } finally {
    work.remove()
  }
})

it('serves a world of a folder', async () => {
  const command = serve('--json', '--seed', 'fixtures/demo')
  const [line] = await command.until(/^.*\n/)
  expect(JSON.parse(line).tokens).toMatchObject({ root: 'root-token' })
})

it('greets a person with the address and the tokens, administrators first', async () => {
  const seed = seedFile(
    'people.yaml',
    `users:
  - { username: jane }
  - { username: gone, state: blocked }
  - { username: guest, external: true, token: secret }
  - { username: boss, admin: true }
`,
  )
  const command = serve('--seed', seed)
  await command.until(/Ctrl\+C/)
  expect(command.out()).toMatch(/ on http:\S+:\d+\/api\/v4 and http:\S+:\d+\/api\/v3\n/)
  const rows = command.out().match(/^ {2}\S+ {2}.*$/gm)
  expect(rows?.map((row) => row.trim().split(/ {2,}/))).toEqual([
    ['boss', 'administrator', 'boss-token'],
    ['jane', 'user', 'jane-token'],
    ['guest', 'external user', 'secret'],
  ])
})

it('shows a dozen tokens of many, and says how many more there are', async () => {
  const users = Array.from({ length: 15 }, (_, number) => ({ username: `user${number}` }))
  const command = serve('--seed', seedFile('crowd.json', JSON.stringify({ users })))
  await command.until(/Ctrl\+C/)
  expect(command.out().match(/user\d+-token$/gm)).toHaveLength(12)
  expect(command.out()).toContain('  and 3 more\n')
})

it('logs a line a request: who asked, and why it was refused', async () => {
  const command = serve('--seed', 'empty')
  const [, url] = await command.until(/(http:\S+)\/api\/v3\n/)
  const project = { method: 'POST', ...asRoot }
  await fetch(`${url}/api/v3/user?private_token=root-token`)
  await fetch(`${url}/api/v3/projects`, project)
  await fetch(`${url}/api/v3/user`)
  await fetch(`${url}/api/v3/nothing%0Ahere`)
  await command.until(/\/nothing/)
  const time = '[\\d.]+ ms$'
  for (const line of [
    `^GET /api/v3/user\\?private_token=\\[MASKED\\] 200 root ${time}`,
    `^POST /api/v3/projects 400 root: "name" not given ${time}`,
    `^GET /api/v3/user 401 anonymous: Unauthorized ${time}`,
    `^GET /api/v3/nothing%0Ahere 404 anonymous: Not Found ${time}`,
  ]) {
    expect(command.out()).toMatch(new RegExp(line, 'm'))
  }
})

it('has one demo world, be it asked for by name or not', async () => {
  for (const words of [[], ['--seed', 'demo']]) {
    const command = serve('--json', ...words)
    const [line] = await command.until(/^.*\n/)
    const { url } = JSON.parse(line)
    const body = JSON.stringify({ name: 'other', seed: 'demo' })
    const json = { 'content-type': 'application/json' }
    const made = await fetch(`${url}/_forge/worlds`, { method: 'POST', headers: json, body })
    expect(made.status).toBe(201)
    const [first, other] = await Promise.all(
      ['', '/w/other'].map(async (world) =>
        (await fetch(`${url}${world}/api/v3/projects/1/issues`, asRoot)).json(),
      ),
    )
    const times = (issues: { created_at: string }[]) => issues.map((issue) => issue.created_at)
    expect(times(first).length).toBeGreaterThan(0)
    expect(times(other)).toEqual(times(first))
  }
})

it('logs what git asks for, and what is asked of the server itself', async () => {
  const command = serve('--seed', 'demo')
  const [, url] = await command.until(/(http:\S+)\/api\/v3\n/)
  const asGit = { headers: { authorization: `Basic ${btoa('x:root-token')}` } }
  for (const file of ['info/refs?service=git-upload-pack', 'HEAD'])
    await fetch(`${url}/vault/ticketing.git/${file}`, asGit)
  await fetch(`${url}/vault/ticketing.git/info/refs`)
  await fetch(`${url}/_forge/health`)
  await fetch(`${url}/_forge/reset`, { method: 'POST' })
  await fetch(`${url}/_forge/reset`, { method: 'POST', headers: { 'x-forge-control': '1' } })
  await command.until(/reset 200/)
  const logged = command
    .out()
    .split('\n')
    .filter((line) => /^(GET|POST) /.test(line))
  expect(logged.map((line) => line.replace(/ [\d.]+ ms$/, ''))).toEqual([
    'GET /vault/ticketing.git/info/refs?service=git-upload-pack 200 root',
    'GET /vault/ticketing.git/HEAD 404',
    'GET /vault/ticketing.git/info/refs 401',
    'POST /_forge/reset 403',
    'POST /_forge/reset 200',
  ])
})

it('says once that a receiver is not there', async () => {
  const seed = seedFile(
    'hook.yaml',
    'users: [{ username: root, admin: true }]\nhooks: [{ url: "http://127.0.0.1:9/" }]\n',
  )
  const command = serve(seed)
  const [, url] = await command.until(/(http:\S+)\/api\/v3\n/)
  const headers = { ...asRoot.headers, 'content-type': 'application/json' }
  for (const path of ['a', 'b', 'c']) {
    const body = JSON.stringify({ name: path, path })
    await fetch(`${url}/api/v3/groups`, { method: 'POST', headers, body })
  }
  await command.until(/not shown again/)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(command.out().match(/^ {2}hook 1 .* ms$/gm)).toHaveLength(1)
})

it.each([
  [['-p', '0'], {}],
  [['--port=0'], { PORT: '1' }],
  [[], { PORT: '0' }],
])('listens where %j and the environment %j say', async (words, environment) => {
  const command = start(['serve', '--json', 'empty', ...words], undefined, undefined, environment)
  running.push(command)
  const [line] = await command.until(/^.*\n/)
  const { url } = JSON.parse(line)
  expect(new URL(url).port).not.toBe('8080')
  expect((await fetch(`${url}/_forge/health`)).status).toBe(200)
})

it('serves a world that is named without an option', async () => {
  const seed = seedFile('world.yaml', 'users: [{ username: only, admin: true }]\n')
  const command = serve('--json', seed)
  const [line] = await command.until(/^.*\n/)
  expect(JSON.parse(line).tokens).toEqual({ only: 'only-token' })
})

it('lets in the origins and answers as the hosts that it is given, in any spelling', async () => {
  const command = serve(
    ...['--json', 'empty', '--cors-origin', 'https://a.example/, https://B.example:443'],
    ...['--cors-origin', 'https://d.example'],
    ...['--allow-host', 'X.example', '--allow-host', 'y.example, 2001:db8::1'],
  )
  const [line] = await command.until(/^.*\n/)
  const { url } = JSON.parse(line)
  const statusFor = async (origin: string) => {
    const init = { method: 'POST', headers: { origin, 'x-forge-control': '1' } }
    return (await fetch(`${url}/_forge/reset`, init)).status
  }
  const letters = ['a', 'b', 'c', 'd']
  const allowed = await Promise.all(letters.map((one) => statusFor(`https://${one}.example`)))
  expect(allowed).toEqual([200, 200, 403, 200])
  const statusAt = (host: string) =>
    new Promise((resolve, reject) => {
      const asked = request(`${url}/_forge/health`, { headers: { host } }, (response) =>
        resolve(response.resume().statusCode),
      )
      asked.on('error', reject).end()
    })
  const hosts = ['x.example', 'Y.example:8080', '[2001:db8::1]', 'z.example']
  expect(await Promise.all(hosts.map(statusAt))).toEqual([200, 200, 200, 421])
})

it('ends with its parent, however that ends', async () => {
  const script = join(folder, 'parent.mjs')
  const words = JSON.stringify([
    join(root, 'dist/cli.js'),
    'serve',
    '-p',
    '0',
    '--json',
    '--end-with-parent',
  ])
  writeFileSync(
    script,
    `import { spawn } from 'node:child_process'\nspawn(process.execPath, ${words}, { stdio: 'inherit' })\n`,
  )
  const parent = start([], folder, script)
  running.push(parent)
  const [line] = await parent.until(/^.*\n/)
  const { url } = JSON.parse(line)
  expect((await fetch(`${url}/_forge/health`)).status).toBe(200)
  parent.process.kill('SIGKILL')
  const isUp = () =>
    fetch(`${url}/_forge/health`).then(
      () => true,
      () => false,
    )
  await expect.poll(isUp).toBe(false)
})

it('is started by `npm start` so that it ends with it', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(scripts.start).toContain('serve --end-with-parent')
})

it('prints nothing with --quiet', async () => {
  const command = start(['serve', '--port', String(await freePort()), '--quiet', '--seed', 'empty'])
  running.push(command)
  const url = `http://127.0.0.1:${command.process.spawnargs.at(4)}`
  while (!(await fetch(`${url}/api/v3/user`, asRoot).catch(() => undefined))?.ok) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect(command.out() + command.err()).toBe('')
})

it.each(['SIGTERM', 'SIGINT'] as const)(
  'ends with 0 on %s, with a connection open',
  async (signal) => {
    const command = serve('--json', '--seed', 'empty')
    const [line] = await command.until(/^.*\n/)
    await (await fetch(`${JSON.parse(line).url}/api/v3/user`, asRoot)).text()
    command.process.kill(signal)
    expect((await command.finished).code).toBe(0)
  },
)

it('names a taken port in one line, and ends with 1', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  const { code, out, err } = await run('serve', '--port', String(port), '--seed', 'empty')
  other.close()
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(
    new RegExp(`^forgery: Port ${port} on 127\\.0\\.0\\.1 is taken.* --port.*\n$`),
  )
})

it.each([
  [
    'projects:\n  - { path: nowhere/website }\n',
    'projects[0].path: there is no user or group "nowhere"',
  ],
  ['users:\n  - { name: Jane }\n', 'users[0].username: '],
  ['users:\n  - { username: jane, colour: red }\n', 'users[0]: '],
])('names the file, the path and the reason of a wrong seed: %j', async (text, problem) => {
  const file = seedFile('wrong.yaml', text)
  const { code, out, err } = await run('serve', '--port', '0', '--seed', file)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain(`forgery: The seed ${file} is wrong at ${file}:`)
  expect(err).toContain(`: ${problem}`)
  expect(err.trimEnd()).not.toContain('\n')
})

it('names every place of a seed that is wrong in several', async () => {
  const file = seedFile(
    'twice.yaml',
    'users: [{ username: a, admin: 1 }, { username: b, admin: 1 }]',
  )
  const { code, err } = await run('serve', '--port', '0', '--seed', file)
  expect(code).toBe(1)
  expect(err).toMatch(
    /is wrong in 2 places:\n {2}\S+:1: users\[0\]\.admin: .*\n {2}\S+:1: users\[1\]\.admin: .*\n$/,
  )
})

it('names a seed that is not there', async () => {
  const { code, err } = await run('serve', '--port', '0', '--seed', 'no-such-world.yaml')
  expect(code).toBe(1)
  expect(err).toMatch(/^forgery: The seed "no-such-world\.yaml" is neither .*\n$/)
})

it('warns where others can reach it', async () => {
  const command = serve('--host', '0.0.0.0', '--json', '--seed', 'empty')
  await command.until(/\n/)
  await expect.poll(command.err).toMatch(/^forgery: listening on 0\.0\.0\.0: .*\n$/)
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

it('lets each request to the API wait, as --delay says', async () => {
  const command = serve('--json', '--seed', 'empty', '--delay', '150..160')
  const [line] = await command.until(/^.*\n/)
  const { url } = JSON.parse(line)
  const started = performance.now()
  expect((await fetch(`${url}/api/v3/user`, asRoot)).status).toBe(200)
  expect(performance.now() - started).toBeGreaterThanOrEqual(148)
})

it('plays builds with --runner', async () => {
  const command = serve(
    '--json',
    '--seed',
    'empty',
    '--runner',
    '--runner-speed',
    '100',
    '--runner-fail',
    'b*',
  )
  const [line] = await command.until(/^.*\n/)
  const { url } = JSON.parse(line)
  const call = (path: string, body: object) =>
    fetch(`${url}/api/v3${path}`, {
      method: 'POST',
      headers: { ...asRoot.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await call('/projects', { name: 'website' })
  const file = { file_path: '.gitlab-ci.yml', branch_name: 'master', commit_message: 'Build' }
  const content = 'a: { script: a }\nb: { script: b }\nbad: { script: c }'
  expect((await call('/projects/1/repository/files', { ...file, content })).status).toBe(201)
  const states = async () => {
    const builds: { name: string; status: string }[] = await (
      await fetch(`${url}/api/v3/projects/1/builds`, asRoot)
    ).json()
    return builds.map(({ name, status }) => `${name} ${status}`).sort()
  }
  await expect.poll(states).toEqual(['a success', 'b failed', 'bad failed'])
})

it.each([
  [['--delay', 'slow'], '--delay takes milliseconds up to an hour, 100 or a range such as 50..200'],
  [['--delay', '200..50'], '--delay takes milliseconds up to an hour'],
  [
    ['--import', './website'],
    '--import takes a project and a path, such as demo/website=./website',
  ],
  [['--import', 'a/b=.', '--import', 'a/b=..'], '--import names a/b twice.'],
  [['--import', 'a/b=.', '--watch', '--seed', 'world.yaml'], '--import does not go with --watch'],
  [['--runner', '--runner-speed', 'fast'], '--runner-speed takes a number from 0.01 to 1000'],
  [['--runner-fail', 'a'], '--runner-fail goes with --runner'],
  [['--runner-speed', '10'], '--runner-speed goes with --runner'],
  [['--allow-host', 'x.example:8094'], '--allow-host takes host names, such as forge.example.com'],
  [['--allow-host', 'x.example,http://z.example'], 'port, not "http://z.example"'],
  [['--allow-host', '*.example'], 'not "*.example"'],
  [['--allow-host', ''], '--allow-host takes host names'],
  [['--cors-origin', 'a.example'], '--cors-origin takes origins, such as https://app.example.com'],
  [['--cors-origin', 'https://a.example/app'], 'not "https://a.example/app"'],
])('refuses %j', async (words, message) => {
  const { code, err } = await run('serve', '--port', '0', ...words)
  expect(code).not.toBe(0)
  expect(err).toContain(message)
})
