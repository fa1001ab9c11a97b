import type { RowsOf } from '../row.ts'

/** Of a project with public jobs whoever sees it reads its pipelines. */
export const rows = {
  listPipelines: { who: 'sees the project' },
  getPipeline: { who: 'sees the project' },
  getLatestPipeline: { who: 'sees the project', parameters: { ref: 'master' } },
  createPipeline: { who: 'developer', parameters: { ref: 'described' } },
  deletePipeline: { who: 'owner of the project' },
  listPipelineVariables: { who: 'maintainer' },
  getTestReport: { who: 'sees the project' },
  getTestReportSummary: { who: 'sees the project' },
  retryPipeline: { who: 'developer', path: { pipeline_id: '3' } },
  cancelPipeline: { who: 'developer', path: { pipeline_id: '2' } },
  updatePipelineMetadata: { who: 'developer', parameters: { name: 'Nightly' } },
} satisfies RowsOf<'Pipelines'>
