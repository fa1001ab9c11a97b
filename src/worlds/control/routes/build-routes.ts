import { z } from 'zod'
import type { RunnerReport, RunnerState } from '../../../gitlab/domain/builds/runner.ts'
import { decodeBase64 } from '../../../shared/base64.ts'
import { failureReason } from '../../../store/models/build.ts'
import { ControlError } from '../../control-error.ts'
import { build } from '../answer-schemas.ts'
import { type ControlRoute, routeWithBody } from './route.ts'

const states = ['running', 'success', 'failed', 'canceled'] as const satisfies RunnerState[]

const advance = z
  .strictObject({
    state: z.enum(states),
    trace: z.string().optional(),
    coverage: z.number().min(0).max(100).optional(),
    failure_reason: z.enum(failureReason.options).optional(),
    artifacts: z
      .strictObject({
        filename: z.string().min(1),
        bytes: z.string().meta({ contentEncoding: 'base64' }),
        expires_at: z.string().optional(),
      })
      .optional(),
  })
  .meta({ id: 'Advance' })

/** Whether a build has finished, so that no transition is left. */
const isOver = (status: string) => !['created', 'pending', 'running'].includes(status)

/** Routes that act as the runner. */
export const buildRoutes: readonly ControlRoute[] = [
  routeWithBody({
    method: 'POST',
    path: '/builds/{id}/advance',
    operationId: 'advanceBuild',
    summary: 'Takes a build to a state, with what it printed and left behind.',
    subject: 'world',
    body: advance,
    success: { status: 200, body: build },
    refusals: { 409: 'The build is over, or starts a pipeline.' },
    run({ forge, parameters: { id = '' }, body: { state, artifacts, ...report } }) {
      const found = /^\d+$/.test(id) ? forge.db.builds.get(Number(id)) : undefined
      if (!found) throw new ControlError(404, `There is no build ${id}`)
      if (isOver(found.status)) {
        throw new ControlError(409, `The build ${id} is ${found.status}: it is over`)
      }
      if (found.trigger) throw new ControlError(409, `The build ${id} starts a pipeline`)
      const left = artifacts && { artifacts: { ...artifacts, bytes: bytesOf(artifacts.bytes) } }
      return { status: 200, json: forge.builds.advance(found, state, { ...report, ...left }) }
    },
  }),
]

function bytesOf(text: string): NonNullable<RunnerReport['artifacts']>['bytes'] {
  const bytes = decodeBase64(text)
  if (!bytes) throw new ControlError(400, 'artifacts.bytes: must be Base64')
  return bytes
}
