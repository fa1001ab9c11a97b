import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestForge } from '../harness.ts'
import { lacks } from '../programs.ts'
import { run } from './command.ts'

/** A server below a base path, with a certificate that it signed itself. */
describe.skipIf(lacks('openssl'))('a server with a certificate that nobody vouches for', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgery-https-'))
  let server: Server
  let url: string

  beforeAll(async () => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost']
    execFileSync('openssl', [...words, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
    const forge = await createTestForge({ seed: { users: [{ username: 'root', admin: true }] } })
    const listener = getRequestListener((request) => {
      const address = new URL(request.url)
      if (!address.pathname.startsWith('/forge/')) return new Response('', { status: 404 })
      address.pathname = address.pathname.slice('/forge'.length)
      return forge.fetch(new Request(address, request))
    })
    const files = { key: readFileSync(key), cert: readFileSync(certificate) }
    server = createServer(files, listener)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/forge`
  })

  afterAll(() => {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true })
  })

  const words = () => ['verify', url, '--token', 'root-token', '--yes', '--only', 'E-mails']

  it('cannot be verified, and the message says why', async () => {
    const { code, err } = await run(...words())
    expect(code).toBe(2)
    expect(err).toMatch(/certificate/)
    expect(err).toMatch(/--insecure/)
  })

  it('is verified with --insecure', async () => {
    const { code, out } = await run(...words(), '--insecure')
    expect(out).toMatch(/^PASSED {2}https:.*\/forge\/api\/v3$/m)
    expect(code).toBe(0)
  })
})
