/** The path of the CI configuration in a repository. */
export const configurationPath = '.gitlab-ci.yml'

/** The error for an invalid CI configuration, with a message for its author. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
}
