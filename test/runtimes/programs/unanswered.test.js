import { forgeTest } from 'forgery/vitest'
import { expect } from 'vitest'

const test = forgeTest()

test('asks what nothing answers', async () => {
  const asked = fetch(`${process.env.UNANSWERED_SERVER}/order`, { method: 'POST', body: 'one' })
  await expect(asked).rejects.toThrow(TypeError)
})
