import { expect, it } from 'vitest'
import { describeForge } from '../../../harness.ts'

/** lib/api/lint.rb of GitLab 8.15. */
describeForge('the check of a CI configuration', {}, (api) => {
  it('says whether it is valid, and what is wrong first', async () => {
    const lint = async (content?: string) => {
      const { status, body } = await api.anonymous.post('/ci/lint', content ? { content } : {})
      return [status, body]
    }
    expect(await lint('job: { script: a }')).toEqual([200, { status: 'valid', errors: [] }])
    expect(await lint('job: { stage: test }')).toEqual([
      200,
      {
        status: 'invalid',
        errors: [expect.stringContaining('jobs job config should implement the script:')],
      },
    ])
    expect((await lint())[0]).toBe(400)
  })
})
