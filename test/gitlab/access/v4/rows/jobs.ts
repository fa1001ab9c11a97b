import type { RowsOf } from '../row.ts'

const path = { job_id: '1', ref_name: 'master', artifact_path: 'a.txt' }
const parameters = { job: 'done' }
/** Reading jobs is for whoever is signed in and sees a project with public jobs. */
const signedIn = { who: 'sees the project', beyond: 'signed in' } as const

export const rows = {
  listBuilds: signedIn,
  listPipelineJobs: { who: 'sees the project' },
  listPipelineBridges: { who: 'sees the project' },
  getJobOfToken: {
    who: 'signed in',
    answered: 404,
    reason: 'Of the token of a job alone: any other caller has no job.',
  },
  getBuild: signedIn,
  getBuildTrace: signedIn,
  cancelBuild: { who: 'developer', path: { job_id: '2' } },
  retryBuild: { who: 'developer', path },
  eraseBuild: {
    who: 'maintainer',
    path,
    reason: 'Maintainers erase jobs, and developers those that they started.',
  },
  playBuild: { who: 'developer', path: { job_id: '3' } },
  getBuildArtifacts: { who: 'sees the project', path },
  deleteBuildArtifacts: { who: 'maintainer', path },
  keepBuildArtifacts: { who: 'developer', path },
  getArtifactFile: { who: 'sees the project', path },
  getArtifactsOfRef: { who: 'sees the project', path: { ref_name: 'packed' }, parameters },
  getArtifactFileOfRef: {
    who: 'sees the project',
    path: { ...path, ref_name: 'packed' },
    parameters,
  },
  deleteProjectArtifacts: { who: 'maintainer' },
} satisfies RowsOf<'Jobs'>
