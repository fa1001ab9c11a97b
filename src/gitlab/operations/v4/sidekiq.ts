import type { Context } from '../../domain/context.ts'
import type { OperationsOf } from '../operation.ts'

const queues = { default: { backlog: 0, latency: 0 } }
const jobs = { processed: 0, failed: 0, enqueued: 0, dead: 0 }

/**
 * The operations of schemas/v4/paths/sidekiq.yaml. Forgery runs no background jobs: the consequences of a request
 * happen within it.
 */
export const sidekiq = {
  getQueueMetrics: () => ({ queues }),
  getProcessMetrics: (context) => ({ processes: processesOf(context) }),
  getJobStats: () => ({ jobs }),
  getCompoundMetrics: (context) => ({ queues, processes: processesOf(context), jobs }),
} satisfies OperationsOf<'v4', 'Sidekiq'>

function processesOf({ today, addresses }: Context) {
  const { hostname } = new URL(addresses.origin)
  const [tag, names] = ['gitlab', Object.keys(queues)]
  const started_at = `${today}T00:00:00.000Z`
  return [{ hostname, pid: 1, tag, started_at, queues: names, labels: [], concurrency: 1, busy: 0 }]
}
