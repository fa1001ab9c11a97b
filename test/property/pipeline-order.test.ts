import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTestForge } from '../harness.ts'

/** Jobs in stages, each of which may need some of those written before it that are in no later stage. */
const plan = fc
  .array(
    fc.record({
      stage: fc.integer({ min: 0, max: 3 }),
      needs: fc.option(fc.array(fc.nat(9), { maxLength: 3 }), { nil: undefined }),
      isThere: fc.integer({ min: 0, max: 4 }).map((number) => number > 0),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((jobs) =>
    jobs.map((job, index) => ({
      ...job,
      name: `j${index}`,
      needs:
        job.needs &&
        [...new Set(job.needs)].filter((at) => at < index && (jobs[at]?.stage ?? 9) <= job.stage),
    })),
  )

const textOf = (
  jobs: readonly { name: string; stage: number; needs: number[] | undefined; isThere: boolean }[],
) =>
  [
    'stages: [s0, s1, s2, s3]',
    ...jobs.map(({ name, stage, needs, isThere }) => {
      const needed = needs?.map((at) => `{ job: j${at}, optional: true }`).join(', ')
      const rules = `[{ if: '"${isThere ? 'yes' : ''}"' }]`
      return `${name}: { stage: s${stage}, script: a, rules: ${rules}${needs ? `, needs: [${needed}]` : ''} }`
    }),
  ].join('\n')

it('a job begins when what it needs is over, or the stages before, and not later; rules say which there are', async () => {
  const forge = await createTestForge({
    seed: {
      users: [{ username: 'mona' }],
      projects: [{ path: 'mona/site' }],
    },
  })
  const start = forge.snapshot()
  const post = async (path: string, body: object) => {
    const response = await forge.fetch(`http://forge.test/api/v4/projects/1/${path}`, {
      method: 'POST',
      headers: { 'PRIVATE-TOKEN': forge.tokens.mona ?? '', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.status
  }
  await fc.assert(
    fc.asyncProperty(plan, fc.infiniteStream(fc.nat()), async (jobs, choices) => {
      forge.restore(start)
      const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: textOf(jobs) }]
      const commit = { branch: 'main', commit_message: 'Describe', actions }
      expect(await post('repository/commits', commit)).toBe(201)
      const planned = jobs.filter(({ isThere }) => isThere)
      const builds = () => forge.db.builds.all()
      expect(
        builds()
          .map(({ name }) => name)
          .sort(),
      ).toEqual(planned.map(({ name }) => name).sort())
      for (;;) {
        const over = new Set(
          builds()
            .filter(({ status }) => status === 'success')
            .map(({ name }) => name),
        )
        for (const { name, stage, needs } of planned) {
          const before = planned.filter((one) =>
            needs ? needs.includes(Number(one.name.slice(1))) : one.stage < stage,
          )
          const mayBegin = before.every((one) => over.has(one.name))
          const status = builds().find((build) => build.name === name)?.status
          expect({ name, hasBegun: status !== 'created' }).toEqual({ name, hasBegun: mayBegin })
        }
        const pending = builds().filter(({ status }) => status === 'pending')
        if (pending.length === 0) break
        const chosen = pending[Number(choices.next().value) % pending.length]
        if (chosen) forge.builds.advance(chosen.id, 'success')
      }
      expect(builds().every(({ status }) => status === 'success')).toBe(true)
    }),
    { numRuns: 40 },
  )
})
