import { describe, expect, it } from 'vitest'
import type { Seed } from '../../../src/seed/schema.ts'
import { verify } from '../../../src/verify/index.ts'
import { createTestForge } from '../../harness.ts'

type Projects = NonNullable<Seed['projects']>

const older: Projects[number] = {
  path: 'jane/older',
  created_at: '2016-01-01T00:00:00Z',
  repository: {
    commits: [
      {
        message: 'Begin',
        author: 'jane',
        actions: [{ action: 'create', file_path: 'a', content: 'a' }],
      },
    ],
  },
}
/** The newest project, which is read before all others. */
const switchedOff: Projects[number] = {
  ...older,
  path: 'jane/newest',
  created_at: '2016-06-01T00:00:00Z',
  builds_enabled: false,
}

/** What a run that reads alone says of a parameter that names nothing. */
async function judge(projects: Projects, only: string, parameter: string) {
  const users = [{ username: 'jane' }]
  const { fetch } = await createTestForge({ seed: { users, projects } })
  const run = verify({
    url: 'http://forge.test',
    token: 'jane-token',
    readOnly: true,
    only: [only],
    fetch,
  })
  const { failures, operations } = await run.summary
  const aspect = operations
    .flatMap(({ aspects }) => aspects)
    .find((one) => one.aspect === `unknown:${parameter}`)
  return { failures: failures.map(({ result }) => result), aspect }
}

describe('a run that reads alone', () => {
  it('names what is not there in a project whose builds are switched on', async () => {
    const { failures, aspect } = await judge([older, switchedOff], 'listBuildsOfCommit', 'sha')
    expect(failures).toEqual([])
    expect(aspect).toMatchObject({ verdict: 'passed' })
  })

  it('demands no 404 of what the only project has switched off', async () => {
    const { failures, aspect } = await judge([switchedOff], 'listBuildsOfCommit', 'sha')
    expect(failures).toEqual([])
    expect(aspect).toMatchObject({
      verdict: 'not tested',
      reason: 'the token may not read it in any project that was looked at',
    })
  })
})
