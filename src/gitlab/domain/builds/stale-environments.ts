import { badRequest } from '../../../contract/errors.ts'
import type { EnvironmentRecord } from '../../../store/models/environment.ts'
import type { ProjectContext } from '../context.ts'
import { lastDeployment } from './deployments.ts'

const WEEK = 7 * 86_400_000
const TEN_YEARS = 3652 * 86_400_000

/**
 * Returns the available environments without changes or deployments since a time. Throws 400 for a time that is not
 * between ten years and a week ago.
 */
export function checkStale(
  { store, project, now }: ProjectContext,
  before: string,
): EnvironmentRecord[] {
  const time = Date.parse(before)
  const age = Date.parse(now) - time
  if (!(age >= WEEK && age <= TEN_YEARS)) throw badRequest('Invalid Date')
  return store.environments.by('project_id', project.id).filter((one) => {
    const last = lastDeployment(store, one.id)?.created_at ?? one.updated_at
    return one.state === 'available' && Date.parse(one.updated_at) < time && Date.parse(last) < time
  })
}
