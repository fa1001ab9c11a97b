import { partOnDemand } from '../shared/part-on-demand.ts'

/**
 * What reads a `.gitlab-ci.yml`, with the YAML library: it is heavy, and most worlds have no such file.
 */
export const pipelineReader = partOnDemand('What reads .gitlab-ci.yml', async () => {
  const [{ readConfiguration }, { isForRef }] = await Promise.all([
    import('./configuration.ts'),
    import('./ref-patterns.ts'),
  ])
  return { readConfiguration, isForRef }
})
