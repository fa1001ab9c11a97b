import type { WebAnswer } from './web-request.ts'

/** `GET /-/health`: returns the health check that deployments wait for (lib/gitlab/health_checks in GitLab). */
export function showHealth(): WebAnswer {
  return { status: 200, headers: {}, file: { body: 'GitLab OK', type: 'text/plain' } }
}

/** `GET /-/readiness`: returns whether requests can be served. */
export function showReadiness(): WebAnswer {
  return answer({ status: 'ok', master_check: [{ status: 'ok' }] })
}

/** `GET /-/liveness`: returns whether the service runs. */
export function showLiveness(): WebAnswer {
  return answer({ status: 'ok' })
}

function answer(json: unknown): WebAnswer {
  return { status: 200, headers: {}, json }
}
