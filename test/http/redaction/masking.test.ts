import { describe, expect, it } from 'vitest'
import {
  isSecretName,
  maskDeep,
  maskPlaces,
  secretsIn,
} from '../../../src/http/redaction/masking.ts'
import { growthExponent, MAX_EXPONENT } from '../../growth.ts'

describe('the name of a secret', () => {
  it.each([
    'private_token',
    'PRIVATE-TOKEN',
    'access_token',
    'runners_token',
    'token',
    'token[]',
    'user[password]',
    'password[a]',
    'password_confirmation',
    'client_secret',
    'Authorization',
    'privateToken',
    'userPassword[a]',
    '_service_session',
    'cookie',
    'Set-Cookie',
    'basic_auth',
    'credentials',
    'proxyCredential',
  ])('is %s', (name) => expect(isSecretName(name)).toBe(true))

  it.each([
    'tokens',
    'author',
    'two_factor_authentication',
    'cookies_accepted',
    'Tokenize',
    'title',
    'key',
    'session_expire_delay',
    'container_registry_token_expire_delay',
    'a'.repeat(300),
  ])('is not %s', (name) => expect(isSecretName(name)).toBe(false))
})

describe('a text without the secrets in their places', () => {
  it.each([
    ['http://jane:x@host/path', 'http://jane:[MASKED]@host/path'],
    ['http://x@host/path', 'http://[MASKED]@host/path'],
    ['http://:x@host', 'http://:[MASKED]@host'],
    ['http://jane:x@y@host', 'http://jane:[MASKED]@host'],
    [
      'see ssh://git:x@host:22/a and http://jane:x@host',
      'see ssh://git:[MASKED]@host:22/a and http://jane:[MASKED]@host',
    ],
    ['http://host/?private_token=x&a=b', 'http://host/?private_token=[MASKED]&a=b'],
    ['http://host/?a=b&user[password]=x#c', 'http://host/?a=b&user[password]=[MASKED]#c'],
    ['http://host/?privateToken=x&a=b', 'http://host/?privateToken=[MASKED]&a=b'],
    ['private_token=x', 'private_token=[MASKED]'],
    ['"private_token=x"', '"private_token=[MASKED]"'],
    ['say privateToken=x.', 'say privateToken=[MASKED]'],
    ['{"password":"x","a":"b"}', '{"password":"[MASKED]","a":"b"}'],
    ['{ "private_token" : "x\\"y" }', '{ "private_token" : "[MASKED]" }'],
    ['{"password":"x', '{"password":"[MASKED]"'],
    ['forge login --token x --verbose', 'forge login --token [MASKED] --verbose'],
    ['run --private-token=x', 'run --private-token=[MASKED]'],
    ["run --password 'x'", "run --password '[MASKED]'"],
    ['curl -H "Cookie: a=b; c=d"', 'curl -H "Cookie: [MASKED]"'],
    [
      JSON.stringify({ a: JSON.stringify({ token: 'x"y\\z', b: 'c' }) }),
      JSON.stringify({ a: JSON.stringify({ token: '[MASKED]', b: 'c' }) }),
    ],
    [
      JSON.stringify(JSON.stringify({ a: JSON.stringify({ token: 'x', b: 'c' }) })),
      JSON.stringify(JSON.stringify({ a: JSON.stringify({ token: '[MASKED]', b: 'c' }) })),
    ],
  ])('makes %s into %s', (text, masked) => expect(maskPlaces(text)).toBe(masked))

  it.each([
    'http://host/path',
    'jane@host: see http://host/@jane',
    'token=x',
    'a://b',
    '"tokens":"x"',
    'the option --token --verbose',
    'about a cookie: it is stale',
    '://',
    '',
  ])('leaves %j as it is', (text) => expect(maskPlaces(text)).toBe(text))

  it.each([
    '://',
    'a@',
    '"',
    '?token=',
    '"token":',
    '"token":"\\\\',
    ';a-',
    '\\\\"token\\\\":',
    '\\\\',
    '--a-',
  ])('takes time in proportion to its length: %j', async (part) => {
    const exponent = await growthExponent(20_000, (length) => {
      const text = part.repeat(length / part.length)
      return () => maskPlaces(text)
    })
    expect(exponent).toBeLessThan(MAX_EXPONENT)
  })
})

it('masks the fields of a JSON value by their names, and its texts', () => {
  const value = { token: 'a', list: [{ password: 5, b: 'http://u:p@h' }], none: { token: null } }
  expect(maskDeep(value, maskPlaces)).toEqual({
    token: '[MASKED]',
    list: [{ password: '[MASKED]', b: 'http://u:[MASKED]@h' }],
    none: { token: null },
  })
})

it('finds the texts that stand where secrets do', () => {
  const found = secretsIn({ a: 'b', token: 'c', list: [{ password: ['d', { e: 'f' }] }], n: null })
  expect(found.sort()).toEqual(['c', 'd', 'f'])
})

it.each(['api_key', 'apiKey', 'accesstoken', 'passphrase', 'private_key', 'jwt', 'private_token '])(
  'takes %s for the name of a secret',
  (name) => {
    expect(isSecretName(name)).toBe(true)
  },
)

it.each(['key', 'public_key', 'keyboard', 'passphrases_count'])(
  'takes %s for no secret',
  (name) => {
    expect(isSecretName(name)).toBe(false)
  },
)

it.each([
  ['curl -H "PRIVATE-TOKEN: s3cret" /', 'curl -H "PRIVATE-TOKEN: [MASKED]" /'],
  ['private_token: s3cret', 'private_token: [MASKED]'],
  ["-H 'Authorization: Bearer s3cret'", "-H 'Authorization: [MASKED]'"],
  ['?api_key=s3cret', '?api_key=[MASKED]'],
])('masks the secret in %s', (text, masked) => {
  expect(maskPlaces(text)).toBe(masked)
})

it('leaves what a message says of a password', () => {
  const text = 'password: is too short, see the token: page'
  expect(maskPlaces(text)).toBe(text)
})
