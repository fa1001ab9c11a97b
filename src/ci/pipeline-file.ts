/** The name of the file in a repository that describes its pipelines. */
export const configurationPath = '.gitlab-ci.yml'

/** Why the description of a pipeline cannot be used, for whoever wrote it. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
}
