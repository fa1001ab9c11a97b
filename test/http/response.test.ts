import { expect, it } from 'vitest'
import { render } from '../../src/http/response.ts'
import { createTestForge } from '../harness.ts'

it.each([
  ['website.zip', 'attachment; filename="website.zip"'],
  ['site-v1.0-0a1b2c.tar.gz', 'attachment; filename="site-v1.0-0a1b2c.tar.gz"'],
  ['a b.zip', `attachment; filename="a b.zip"; filename*=UTF-8''a%20b.zip`],
  ['a;b', `attachment; filename="a;b"; filename*=UTF-8''a%3Bb`],
  ['"x"', `attachment; filename="_x_"; filename*=UTF-8''%22x%22`],
  ['straße', `attachment; filename="stra_e"; filename*=UTF-8''stra%C3%9Fe`],
  ["it's(1)", `attachment; filename="it's(1)"; filename*=UTF-8''it%27s%281%29`],
  ['a\r\nb', `attachment; filename="a__b"; filename*=UTF-8''a%0D%0Ab`],
  ['', `attachment; filename=""; filename*=UTF-8''`],
])('names the file %j plainly where it can', async (name, disposition) => {
  const file = { body: 'x', type: 'text/plain', name }
  const { headers } = await render({ status: 200, headers: {}, file })
  expect(headers).toEqual(['Content-Type', 'text/plain', 'Content-Disposition', disposition])
})

it('gives the bytes of a file as a copy: who writes into them changes nothing of the forge', async () => {
  const forge = await createTestForge({ seed: 'demo' })
  const [path, token] = [
    '/projects/1/repository/blobs/master?filepath=README.md',
    forge.tokens.root ?? '',
  ] as const
  const read = async () => {
    const { status, body } = await forge.answer({
      method: 'GET',
      url: `http://forge.test/api/v3${path}`,
      headers: new Headers({ 'private-token': token }),
      body: null,
      signal: new AbortController().signal,
    })
    expect(status).toBe(200)
    if (!(body instanceof Uint8Array)) throw new Error('The file is no bytes.')
    return body
  }
  const first = await read()
  const before = first.slice()
  first.fill(0)
  expect(await read()).toEqual(before)
})
