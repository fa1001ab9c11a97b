import { expect, it } from 'vitest'
import { describeV4 } from '../../../harness.ts'

/** Specification of v4, people-groups-projects.md, section 14.2. */
describeV4(
  'the work in the background',
  { seed: { users: [{ username: 'root', admin: true }] } },
  (api) => {
    it('is always done: nothing waits', async () => {
      const read = async (path: string) => (await api.as('root').get(`/sidekiq/${path}`)).body
      const { queues, processes, jobs } = await read('compound_metrics')
      expect(queues).toEqual({ default: { backlog: 0, latency: 0 } })
      expect(jobs).toEqual({ processed: 0, failed: 0, enqueued: 0, dead: 0 })
      expect(processes).toMatchObject([{ queues: ['default'], busy: 0 }])
      expect(await read('queue_metrics')).toEqual({ queues })
      expect(await read('process_metrics')).toEqual({ processes })
      expect(await read('job_stats')).toEqual({ jobs })
    })
  },
)
