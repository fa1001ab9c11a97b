/** The refusal of a git request before a pack is read (code-and-ci, section 17). Git shows its message to the user. */
export class GitRefused extends Error {
  override name = 'GitRefused'
  constructor(
    readonly status: 401 | 403 | 404 | 422,
    message: string,
    /** Whether the response asks git for credentials. */
    readonly isChallenge = false,
  ) {
    super(message)
  }
}

/** Returns the error for missing or invalid credentials. `base` is the address of the instance. */
export function accessDenied(base: string, isChallenge = true): GitRefused {
  const page = `${base}/help/topics/git/troubleshooting_git.md#error-on-git-fetch-http-basic-access-denied`
  return new GitRefused(
    401,
    `HTTP Basic: Access denied. If a password was provided for Git authentication, the password was incorrect or you're required to use a token instead of a password. If a token was provided, it was either incorrect, expired, or improperly scoped. See ${page}`,
    isChallenge,
  )
}

/** The messages of `Gitlab::GitAccess::ERROR_MESSAGES` that can occur over HTTP. */
export const gitRefusals = {
  mayNotPullAtAll: () => new GitRefused(403, 'You are not allowed to download code.'),
  mayNotPushAtAll: () => new GitRefused(403, 'You are not allowed to upload code.'),
  mayNotPull: () => new GitRefused(403, 'You are not allowed to download code from this project.'),
  mayNotPush: () => new GitRefused(403, 'You are not allowed to push code to this project.'),
  isDisabled: () => new GitRefused(403, 'Git access over HTTP is not allowed'),
  isNoService: () => new GitRefused(403, "The command you're trying to execute is not allowed."),
  isUnknown: () =>
    new GitRefused(
      404,
      "The project you were looking for could not be found or you don't have permission to view it.",
    ),
} as const
