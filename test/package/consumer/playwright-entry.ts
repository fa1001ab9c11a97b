// The fixtures of Playwright, as a suite imports them; it is compiled, and not run.
import { expect, type ForgeWorkerOptions, test } from 'forgery/playwright'

const forgeSeed: ForgeWorkerOptions['forgeSeed'] = { users: [{ username: 'jane' }] }
test.use({ forgeSeed })

test('reads a world of its own', async ({ forge }) => {
  await forge.faults.add({ operation: 'createIssue', status: 503, times: 1 })
  await expect(forge).toHaveIssue({ title: 'It leaks', state: 'opened' })
  // @ts-expect-error No operation has this name.
  await expect(forge).toHaveReceived('createNothing')
})
