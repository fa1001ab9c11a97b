import { afterEach, expect, it } from 'vitest'
import {
  type HookListener,
  isOnThisMachine,
  listenForHooks,
} from '../../src/cli/verify/hook-listener.ts'
import { run } from './command.ts'

let listener: HookListener | undefined
afterEach(() => listener?.close())

it('keeps what is delivered to each address, up to a megabyte', async () => {
  listener = await listenForHooks()
  const [one, other] = [`${listener.url}/one`, `${listener.url}/other`]
  await fetch(one, { method: 'POST', body: '{"a":1}' })
  await fetch(one, { method: 'POST', body: 'é' })
  await fetch(other, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) })
  expect(listener.received(one)).toEqual(['{"a":1}', 'é'])
  expect(listener.received(other)).toEqual([])
})

it('refuses an address that it cannot listen for, in words', async () => {
  await expect(listenForHooks('https://192.0.2.7')).rejects.toThrow('--hook-url takes an address')
  listener = await listenForHooks()
  await expect(listenForHooks(listener.url)).rejects.toThrow('EADDRINUSE')
})

it('knows which servers are on this machine', () => {
  const urls = ['http://127.0.0.1:80', 'http://localhost', 'http://[::1]:8080', 'https://a.example']
  expect(urls.map(isOnThisMachine)).toEqual([true, true, true, false])
})

it('is for system hooks alone', async () => {
  const words = ['verify', 'http://127.0.0.1:1', '--token', 'a', '--yes']
  const { code, err } = await run(...words, '--hook-url', 'http://127.0.0.1:9')
  expect(code).toBe(2)
  expect(err).toContain('--hook-url is for system hooks, which are made with --instance alone')
})
