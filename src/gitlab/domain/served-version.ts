/** The release of GitLab whose behaviour the contract of v4 describes. */
export const servedVersion = '18.8.0'

/** Not a commit of GitLab. */
export const servedRevision = 'forgery'
