import type { BuildRecord } from '../../../store/models/build.ts'

/** The artifacts of a build; null where it has none, and once they have expired. */
export function artifactsOf(build: BuildRecord, now: string): BuildRecord['artifacts'] {
  const { artifacts } = build
  const until = artifacts?.expires_at
  return until && Date.parse(until) <= Date.parse(now) ? null : artifacts
}
