import { describe, expect, it } from 'vitest'
import { handlers } from '../../src/adapters/msw.ts'
import { listen } from '../../src/adapters/server/listen.ts'
import { createForge } from '../../src/forge/create-forge.ts'

const forge = await createForge()
const time = 'a date, an ISO 8601 time or a function returning a Date'

describe('the options of createForge', () => {
  it.each([
    ['now', 'x', `${time}; got "x"`],
    ['now', 12, `${time}; got 12`],
    ['now', new Date('never'), `${time}; got an invalid Date`],
    ['now', '9999-12-31T23:59:59-12:00', `${time}; got "9999-12-31T23:59:59-12:00"`],
    ['journalLimit', -1, 'a whole number from 0 up; got -1'],
    ['journalLimit', '5', 'a whole number from 0 up; got "5"'],
    ['journalLimit', 1.5, 'a whole number from 0 up; got 1.5'],
    ['bodyLimit', 0, 'a whole number from 1 up; got 0'],
    ['bodyLimit', Number.NaN, 'a whole number from 1 up; got NaN'],
    ['randomSeed', 'one', 'a number; got "one"'],
    ['validateResponses', 'yes', 'true or false; got "yes"'],
    ['fetch', {}, 'a function; got an object'],
    ['onRequest', [], 'a function; got an array'],
    ['onProgress', 1, 'a function; got 1'],
    ['onDelivery', null, 'a function; got null'],
    ['log', 'x'.repeat(100), `a function; got "${'x'.repeat(60)}…"`],
    [
      'seed',
      5,
      'the name of a world (`empty`, `demo`, `demo@DAY`), a seed, or the path of one; got 5',
    ],
    [
      'seed',
      '',
      'the name of a world (`empty`, `demo`, `demo@DAY`), a seed, or the path of one; got ""',
    ],
  ])('refuse %s %s', async (name, value, words) => {
    await expect(createForge({ [name]: value })).rejects.toThrow(
      new TypeError(`createForge: option \`${name}\` must be ${words}`),
    )
  })

  it('are all that there are', async () => {
    await expect(createForge({ sed: 'demo' } as never)).rejects.toThrow(
      'createForge: there is no option `sed`; did you mean "seed"? The options are `seed`, `from`, `imports`, `now`, ',
    )
    await expect(createForge({ somethingElse: 1 } as never)).rejects.toThrow(
      'createForge: there is no option `somethingElse`. The options are',
    )
    await expect(createForge('demo' as never)).rejects.toThrow(
      'createForge: the options must be an object; got "demo"',
    )
  })

  it('count as not given where they are undefined', async () => {
    const options = { seed: undefined, now: undefined, journalLimit: undefined }
    await expect(createForge(options as never)).resolves.toHaveProperty('fetch')
  })

  it.each([
    () => 'today',
    () => undefined,
    () => new Date(Number.NaN),
    () => new Date(8.64e15),
    () => new Date(-1e15),
  ])('refuse a clock that returns no date: %s', async (now) => {
    await expect(createForge({ now } as never)).rejects.toThrow(
      'createForge: option `now` must return a Date of the years 0000 to 9999; got ',
    )
  })

  it.each(['2017-01-15', '2017-01-15T12:00:00+02:00', new Date(0), () => new Date(0)])(
    'take the clock %s',
    async (now) => {
      const { requests, fetch } = await createForge({ now })
      await fetch(new Request('http://forge.test/api/v3/user'))
      const expected = typeof now === 'function' ? now() : new Date(now)
      expect(requests[0]?.at).toBe(expected.toISOString())
    },
  )
})

describe('the options of handlers', () => {
  it.each([
    [{ baseUrl: 'forge.example.com' }, 'option `baseUrl` must be `*` or a URL'],
    [{ baseUrl: 5 }, 'got 5'],
    [{ baseurl: '*' }, 'there is no option `baseurl`; did you mean "baseUrl"?'],
  ])('refuse %o', (options, words) => {
    expect(() => handlers(forge, options as never)).toThrow(words)
    expect(() => handlers(forge, options as never)).toThrow('handlers: ')
  })

  it('ask for the await that is left out', () => {
    expect(() => handlers(createForge() as never)).toThrow(
      'handlers: the first argument must be a forge; got a Promise; write `await createForge()`',
    )
  })
})

describe('the options of listen', () => {
  it.each([
    [{ port: '8080' }, 'option `port` must be a whole number from 0 to 65535; got "8080"'],
    [{ port: 65_536 }, 'got 65536'],
    [{ host: '' }, 'option `host` must be a host name or an address'],
    [
      { allowedHosts: ['x.example:8080'] },
      'option `allowedHosts` must be an array of host names such as `forge.example.com`, without a scheme and a port; got "x.example:8080"',
    ],
    [{ allowedHosts: 'x.example' }, 'got "x.example"'],
    [{ allowedHosts: ['.example.com'] }, 'option `allowedHosts` must be'],
    [
      { corsOrigins: ['app.example.com'] },
      'option `corsOrigins` must be an array of origins such as `https://app.example.com`, or of `*`; got "app.example.com"',
    ],
    [{ corsOrigins: ['https://a.example/app'] }, 'option `corsOrigins` must be'],
    [{ prot: 8080 }, 'there is no option `prot`; did you mean "port"?'],
  ])('refuse %o', async (options, words) => {
    await expect(listen(forge, options as never)).rejects.toThrow(words)
    await expect(listen(forge, options as never)).rejects.toThrow('listen: ')
  })

  it('ask for the forge that is left out', async () => {
    await expect(listen(undefined as never)).rejects.toThrow(
      'listen: the first argument must be a forge; got undefined',
    )
  })
})
