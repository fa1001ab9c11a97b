import { expect, it } from 'vitest'
import { createSshKeys } from '../../../src/verify/story/ssh-keys.ts'

it('makes keys of RSA, and of Ed25519 once a server refused one', () => {
  const keys = createSshKeys()
  expect(keys.next()).toMatch(/^ssh-rsa [A-Za-z0-9+/]{700,}={0,2} forgery$/)
  expect(keys.next()).not.toBe(keys.next())
  expect(keys.learn('500 Internal Server Error')).toBe(false)
  expect(keys.learn('{"message":{"key":["type is forbidden"]}}')).toBe(true)
  expect(keys.next()).toMatch(/^ssh-ed25519 [A-Za-z0-9+/]{68} forgery$/)
  expect(keys.learn('{"message":{"key":["type is forbidden"]}}')).toBe(false)
})
