import type { ExtensionRows } from '../extensions.ts'

const reads = {
  who: 'takes part',
  reason: 'With public builds whoever sees the project sees its pipelines.',
} as const
const byToken = {
  who: 'signed in',
  beyond: 'everyone',
  reason: 'The token says who starts the builds, whoever sends it.',
} as const

export const rows = {
  listPipelines: reads,
  getPipeline: reads,
  createPipeline: { who: 'developer', parameters: { ref: 'described' } },
  retryPipeline: { who: 'developer', path: { pipeline_id: '3' } },
  cancelPipeline: { who: 'developer', path: { pipeline_id: '2' } },
  triggerBuilds: { ...byToken, parameters: { token: 'glptt-olga', ref: 'described' } },
  triggerBuildsOfRef: {
    ...byToken,
    path: { ref: 'described' },
    parameters: { token: 'glptt-olga' },
  },
  listEnvironments: { who: 'reporter' },
  createEnvironment: { who: 'developer', parameters: { name: 'new' } },
  updateEnvironment: {
    who: 'developer',
    path: { environment_id: '1' },
    parameters: { external_url: 'https://x.example' },
  },
  deleteEnvironment: { who: 'developer', path: { environment_id: '1' } },
} satisfies ExtensionRows
