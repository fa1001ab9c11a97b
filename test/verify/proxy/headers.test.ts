import { expect, it } from 'vitest'
import { endToEndHeaders } from '../../../src/verify/proxy/index.ts'

/** RFC 9110, section 7.6.1. */
it('passes on every header line but those that concern the connection', () => {
  const raw = [
    ['Host', 'forge.example'],
    ['PRIVATE-Token', 'secret'],
    ['Connection', 'keep-alive, X-Hop'],
    ['connection', 'close'],
    ['X-Hop', 'between these two'],
    ['Keep-Alive', 'timeout=5'],
    ['TE', 'trailers'],
    ['Transfer-Encoding', 'chunked'],
    ['Upgrade', 'websocket'],
    ['Proxy-Authorization', 'Basic eDp5'],
    ['X-Many', 'one'],
    ['x-many', 'two'],
  ]
  expect(endToEndHeaders(raw.flat())).toEqual([
    ['Host', 'forge.example'],
    ['PRIVATE-Token', 'secret'],
    ['X-Many', 'one'],
    ['x-many', 'two'],
  ])
})
