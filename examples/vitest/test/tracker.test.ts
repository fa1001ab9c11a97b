import { forgeTest } from 'forgery/vitest'
import { describe } from 'vitest'
import { Tracker } from '../src/tracker.ts'

const server = 'https://forge.example.com'
const test = forgeTest({
  baseUrl: server,
  seed: {
    users: [{ username: 'jane' }, { username: 'eve' }],
    projects: [
      {
        path: 'jane/website',
        visibility: 'private',
        issues: Array.from({ length: 45 }, (_, index) => ({
          title: `Issue ${index + 1}`,
          author: 'jane',
        })),
      },
    ],
  },
})
const tracker = (user: string) => new Tracker(server, `${user}-token`, 'jane/website')

describe.concurrent('the tracker', () => {
  test('reads every page', async ({ expect }) => {
    const titles = (await tracker('jane').list('opened')).map(({ title }) => title)
    expect(titles).toHaveLength(45)
    expect(new Set(titles).size).toBe(45)
  })

  test('opens an issue and closes it', async ({ expect, forge }) => {
    const issue = await tracker('jane').open('It leaks')
    expect(issue).toMatchObject({ iid: 46, state: 'opened' })
    expect(await tracker('jane').close(issue)).toMatchObject({ title: 'It leaks', state: 'closed' })
    expect((await tracker('jane').list('closed')).map(({ iid }) => iid)).toEqual([46])
    expect(forge).toHaveReceived('createIssue', { title: 'It leaks' }, { user: 'jane', times: 1 })
    expect(forge).toHaveIssue({ project: 'jane/website', iid: 46, state: 'closed' })
  })

  test('is hidden from those who are no members', async ({ expect }) => {
    await expect(tracker('eve').list('opened')).rejects.toThrow('404')
  })

  test('asks again where the server is busy, once', async ({ expect, forge }) => {
    forge.faults.add({ operation: 'createIssue', status: 503, times: 1 })
    expect(await tracker('jane').open('It leaks')).toMatchObject({ iid: 46 })
    forge.faults.add({ operation: 'createIssue', status: 503 })
    await expect(tracker('jane').open('It leaks')).rejects.toThrow('503')
  })
})
