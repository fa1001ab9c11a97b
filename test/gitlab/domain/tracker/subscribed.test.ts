import { expect, it } from 'vitest'
import { MAX_SUBSCRIPTION_CHARACTERS } from '../../../../src/gitlab/domain/tracker/subscribed.ts'
import { describeForge } from '../../../harness.ts'
import { trackerWorld } from '../../operations/v3/tracker-world.ts'

describeForge('who is mentioned in an issue', { seed: trackerWorld }, (api) => {
  const begin = async () => {
    const { body } = await api.as('carol').post('/projects/1/issues', { title: 'A' })
    const path = `/projects/1/issues/${body.id}`
    const comment = (text: string) => api.as('carol').post(`${path}/notes`, { body: text })
    const isSubscribed = async (as: string) => (await api.as(as).get(path)).body.subscribed
    return { comment, isSubscribed }
  }

  it('is looked for in the first 100,000 characters of its texts together', async () => {
    const { comment, isSubscribed } = await begin()
    // The title has one character of them.
    await comment('a'.repeat(MAX_SUBSCRIPTION_CHARACTERS - 10))
    await comment('@bob @dave')
    expect(await isSubscribed('bob')).toBe(true)
    expect(await isSubscribed('dave')).toBe(false)
  })

  it('is subscribed by a comment wherever it stands', async () => {
    const { comment, isSubscribed } = await begin()
    await comment('a'.repeat(MAX_SUBSCRIPTION_CHARACTERS))
    await comment('@bob')
    expect(await isSubscribed('bob')).toBe(false)
    expect(await isSubscribed('carol')).toBe(true)
  })
})
