import { at } from '../../story/bodies.ts'
import { runnerStates } from '../../story/runner-states.ts'
import type { RunnerRules } from '../rules.ts'

/** What a runner of a server does to builds: on the forge they wait for one. */
export const runners: RunnerRules = {
  reason: 'when a runner takes a build is not stated',
  withoutBuilds: 'what makes builds is not stated',
  isTaken: (schemas, server, forge) =>
    schemas.some((schema) => schema === 'BuildFields' || schema === 'CommitStatus') &&
    forge.started_at === null &&
    typeof server.started_at === 'string' &&
    (server.status === 'canceled' ||
      (server.status !== forge.status && runnerStates.has(server.status))),
  hasTaken: (builds) =>
    Array.isArray(builds) &&
    builds.some(
      (build) =>
        typeof at(build, 'started_at') === 'string' && runnerStates.has(at(build, 'status')),
    ),
  hasBuilds: (operation, body) =>
    /^listBuilds/.test(operation) && Array.isArray(body) && body.length > 0,
  showsBuilds: (operation) =>
    /^(?:list|get).*(?:Build|Artifacts|CommitStatuses)|^getCommit$/.test(operation),
  buildsOf: ({ parameters: { id } }) =>
    id === undefined ? undefined : { operation: 'listBuilds', parameters: { id, per_page: 100 } },
}
