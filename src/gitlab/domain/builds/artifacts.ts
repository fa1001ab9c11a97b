import { extract, findInArchive } from '../../../ci/artifact-archive.ts'
import { type BuildRecord, MAX_ARTIFACT_BYTES } from '../../../store/models/build.ts'

/** Returns the artifacts of a build; null where it has none or they have expired. */
export function artifactsOf(build: BuildRecord, now: string): BuildRecord['artifacts'] {
  const { artifacts } = build
  const until = artifacts?.expires_at
  return until && Date.parse(until) <= Date.parse(now) ? null : artifacts
}

/** Extracts a file of the artifacts of a build; undefined where it is missing or too large. */
export function artifactFile(
  build: BuildRecord,
  path: string,
  now: string,
): Promise<Uint8Array> | undefined {
  const artifacts = artifactsOf(build, now)
  const file = artifacts ? findInArchive(artifacts.bytes, path) : undefined
  return file && file.size <= MAX_ARTIFACT_BYTES ? extract(file) : undefined
}
