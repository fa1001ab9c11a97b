import { expect, it } from 'vitest'
import { maskPlaces } from '../../../src/http/redaction/masking.ts'
import { redactAddress } from '../../../src/http/redaction/redact-address.ts'

it.each([
  ['/a?search=100%', '/a?search=100%'],
  ['/a?search=%ff', '/a?search=%ff'],
  ['/a%2Fb?c=d%20e+f', '/a%2Fb?c=d%20e+f'],
  ['/a', '/a'],
  ['/a?', '/a'],
  ['/a?private_token=x&b=1', '/a?private_token=[MASKED]&b=1'],
  ['/a?private_token=x&private_token=y', '/a?private_token=[MASKED]&private_token=[MASKED]'],
  ['/a?private_token[]=x', '/a?private_token[]=[MASKED]'],
  ['/a?private%5Ftoken=x', '/a?private%5Ftoken=[MASKED]'],
  ['/a?PRIVATE_TOKEN=x', '/a?PRIVATE_TOKEN=[MASKED]'],
  ['/a?user[password]=x', '/a?user[password]=[MASKED]'],
  ['/a?user[password][]=x', '/a?user[password][]=[MASKED]'],
  ['/a?{"password":"x"}', '/a?[MASKED]'],
  ['/a?%7B%22password%22=x', '/a?[MASKED]=x'],
  ['/a?url=http%3A%2F%2Fu%3Ax%40h%2Fp', '/a?url=http://u:[MASKED]@h/p'],
  ['/a?url=http://h/?token=x', '/a?url=http://h/?token=[MASKED]'],
  ['/a?url=http%253A%252F%252Fh%252F%253Ftoken%253Dx', '/a?url=http://h/?token=[MASKED]'],
  ['/a?url=100%2525', '/a?url=100%2525'],
])('shows the address %s as %s', (address, shown) => {
  expect(redactAddress(new URL(address, 'http://forge.test'), maskPlaces)).toBe(shown)
})
