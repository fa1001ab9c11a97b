import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { run, start } from '../command.ts'
import { serveFor, serveForge } from './proxied.ts'

async function startProxy(server: string, ...words: string[]) {
  const running = start(['proxy', server, '--port', '0', ...words])
  onTestFinished(() => void running.process.kill('SIGKILL'))
  const [, url = ''] = await running.until(/(http:\/\/127\.0\.0\.1:\d+) passes on to/)
  return { url, running }
}

it('passes on until Ctrl+C, then reports what was covered, and ends with 0', async () => {
  const { url, running } = await startProxy(await serveForge())
  const headers = { 'private-token': 'jane-token' }
  expect((await fetch(`${url}/api/v3/projects/1`, { headers })).status).toBe(200)
  running.process.kill('SIGINT')
  const { code, out, err } = await running.finished
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('The traffic covered 1 of ')
  expect(out).toMatch(/GET \/projects\/\{id\} +getProject +200 ×1/)
  expect(out).toContain('PASSED')
})

it('ends with 2 where nothing of the API came through', async () => {
  const { url, running } = await startProxy(await serveForge())
  await fetch(`${url}/jane/boat`)
  running.process.kill('SIGINT')
  const { code, out } = await running.finished
  expect(code).toBe(2)
  expect(out).toMatch(/^NOT TESTED {2}http/m)
})

it('reports a faulty answer as it comes, writes reports, and ends with 1', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgery-proxy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const server = await serveFor((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"one"}')
  })
  const file = (kind: string) => join(folder, `report.${kind}`)
  const reports = ['json', 'html', 'junit'].flatMap((kind) => ['--report', `${kind}=${file(kind)}`])
  const { url, running } = await startProxy(server, ...reports)
  await (await fetch(`${url}/api/v3/users/1`, { headers: { 'private-token': 'se-cret' } })).text()
  await running.until(/FAILED getUser schema: expected .*getUser 200 breaks its contract/)
  running.process.kill('SIGTERM')
  const { code, out } = await running.finished
  expect(code).toBe(1)
  const report = JSON.parse(readFileSync(file('json'), 'utf8'))
  expect(report).toMatchObject({
    isPassed: false,
    baseline: [expect.stringMatching(/^getUser \| schema \| schema \| a body as the contract/)],
  })
  expect(readFileSync(file('junit'), 'utf8')).toContain('<failure')
  const texts = ['json', 'html', 'junit'].map((kind) => readFileSync(file(kind), 'utf8'))
  expect([out, ...texts].join('\n')).not.toContain('se-cret')
})

it.each([
  [['proxy'], '`forgery proxy` needs a URL'],
  [['proxy', 'forge'], '"forge" is not a URL'],
  [['proxy', 'http://a.test', '--port', 'x'], '--port takes a whole number'],
  [['proxy', 'http://a.test', '--report', 'pdf=x'], '--report takes junit=FILE'],
  [['proxy', 'http://a.test', '--report', 'json=/no/such/x'], 'its folder is not there'],
])('ends with 2 where it cannot run: %j', async (words, message) => {
  const { code, err } = await run(...words)
  expect(code).toBe(2)
  expect(err).toContain(message)
})

it('says in its help what is passed on and what is not', async () => {
  const { code, out } = await run('help', 'proxy')
  expect(code).toBe(0)
  expect(out).toMatch(/Trailers are passed on\.(?:.|\n)*without Upgrade(?:.|\n)*Node 22\.15/)
})
