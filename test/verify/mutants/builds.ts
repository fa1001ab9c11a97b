import {
  lost,
  notHidden,
  permittedToAnonymous,
  stale,
  statusWrong,
  transitionMissing,
  unknownAsOk,
} from './behaviour.ts'
import { editBytes } from './faults/answers.ts'
import { beside } from './faults/state.ts'
import { dropped, nulled, renamed, retyped, wrong } from './fields.ts'
import type { Mutant, OperationId } from './mutant.ts'
import { filterIgnored, missingAccepted } from './parameters.ts'

const read: readonly OperationId[] = ['getBuild', 'listBuilds', 'listBuildsOfCommit']

export const builds: readonly Mutant[] = [
  filterIgnored('listBuilds', 'scope'),
  dropped('listBuilds', 'pipeline'),
  retyped('listBuilds', 'tag'),
  wrong('listBuilds', 'status', 'canceled in other letters', (status) =>
    status === 'canceled' ? 'cancelled' : status,
  ),
  permittedToAnonymous('listBuilds'),
  notHidden('listBuilds', 'those who are no members of a private project'),
  stale('listBuilds'),
  filterIgnored('listBuildsOfCommit', 'scope'),
  unknownAsOk('listBuildsOfCommit'),
  dropped('listBuildsOfCommit', 'commit'),
  nulled('listBuildsOfCommit', 'stage'),
  dropped('getBuild', 'artifacts_file'),
  renamed('getBuild', 'started_at', 'started'),
  retyped('getBuild', 'pipeline.id'),
  dropped('getBuild', 'user'),
  wrong('getBuild', 'name', 'the stage', () => 'stage'),
  wrong('getBuild', 'pipeline.sha', 'of no commit', () => '0'.repeat(40)),
  statusWrong('getBuild', 404, 403, 'for an unknown build'),
  notHidden('getBuild', 'those who are no members of a private project'),
  {
    name: 'getBuildArtifacts breaks off in the middle',
    operation: 'getBuildArtifacts',
    kind: 'content corrupted',
    fault: editBytes('getBuildArtifacts', (bytes) => bytes.slice(0, bytes.length / 2)),
  },
  unknownAsOk('getBuildArtifacts'),
  missingAccepted('getArtifactsOfRef', 'job', 'pages'),
  unknownAsOk('getArtifactsOfRef'),
  unknownAsOk('getBuildTrace'),
  permittedToAnonymous('getBuildTrace'),
  transitionMissing('cancelBuild', 'the build goes on', read),
  dropped('cancelBuild', 'status'),
  wrong('cancelBuild', 'status', 'what it was', () => 'pending'),
  transitionMissing('retryBuild', 'the build stays as it ended', read),
  wrong('retryBuild', 'finished_at', 'a time still', () => '2016-12-01T10:00:00.000Z'),
  wrong('retryBuild', 'status', 'created', () => 'created'),
  lost('eraseBuild', ['getBuild', 'getBuildTrace', 'getBuildArtifacts']),
  {
    name: 'eraseBuild leaves the trace',
    operation: 'eraseBuild',
    alsoAt: ['getBuildTrace'],
    kind: 'cascade forgotten',
    fault: keeping('trace'),
  },
  {
    name: 'eraseBuild leaves the artifacts',
    operation: 'eraseBuild',
    alsoAt: ['getBuildArtifacts', 'getBuild'],
    kind: 'cascade forgotten',
    fault: keeping('artifacts'),
  },
  dropped('eraseBuild', 'id'),
  dropped('keepBuildArtifacts', 'artifacts_file'),
  unknownAsOk('keepBuildArtifacts'),
  dropped('playBuild', 'name'),
  transitionMissing('playBuild', 'the build is not started', read),
]

/** What a build printed or left behind outlives its being erased. */
function keeping(what: 'trace' | 'artifacts') {
  return beside('eraseBuild', ({ db }, { path }) => {
    const before = db.builds.get(Number(path.get('build_id')))
    return () => {
      const after = db.builds.get(Number(path.get('build_id')))
      if (before && after) db.builds.replace(after, { [what]: before[what] })
    }
  })
}
