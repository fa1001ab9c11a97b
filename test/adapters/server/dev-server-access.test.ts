import { describe, expect, it } from 'vitest'
import {
  type DevServerSettings,
  isOnLoopback,
  refusalOfHost,
} from '../../../src/adapters/server/who-may-ask.ts'

describe('a dev server', () => {
  it.each<[DevServerSettings['host'], boolean]>([
    [undefined, true],
    [false, true],
    ['localhost', true],
    ['127.0.0.1', true],
    ['::1', true],
    [true, false],
    ['0.0.0.0', false],
    ['::', false],
    ['192.168.1.7', false],
    ['', false],
  ])('that listens at %j is reached by this machine alone: %j', (host, isAlone) => {
    expect(isOnLoopback({ host })).toBe(isAlone)
  })

  it.each<[string, DevServerSettings]>([
    ['localhost', {}],
    ['app.test', {}],
    ['192.168.1.7', { host: true }],
    ['[fe80::1]', { host: true }],
    ['box.lan', { host: 'box.lan' }],
    ['box.lan', { allowedHosts: ['box.lan'] }],
    ['lan', { allowedHosts: ['.lan'] }],
    ['box.lan', { allowedHosts: ['.lan'] }],
    ['evil.example', { allowedHosts: true }],
    ['evil.example', { https: {} }],
  ])('answers as %s with %j', (hostname, settings) => {
    expect(refusalOfHost(hostname, settings)).toBeUndefined()
  })

  it.each<[string, DevServerSettings]>([
    ['evil.example', {}],
    ['evil.example', { host: true }],
    ['127.0.0.1.evil.example', { host: '127.0.0.1' }],
    ['evil.lan', { allowedHosts: ['box.lan', 'lan'] }],
    ['evillan', { allowedHosts: ['.lan'] }],
  ])('does not answer as %s with %j', (hostname, settings) => {
    const message = `421 Misdirected Request: to answer as ${hostname}, add it to \`server.allowedHosts\` in the configuration of Vite`
    expect(refusalOfHost(hostname, settings)).toEqual({ status: 421, message })
  })
})
