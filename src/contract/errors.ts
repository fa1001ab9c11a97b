import type { ApiName } from './base-paths.ts'
import type { ProblemWithin } from './coerce.ts'
import type { ErrorMessage, ValidationErrors } from './generated/v3/contract.ts'
import type { ReleasedAnswer, Situation } from './operation-contract.ts'

type ErrorBody = (ErrorMessage & NotApplied) | OAuthError

/** The field that v4 adds to the message where a commit cannot be picked. */
interface NotApplied {
  readonly error_code?: string
  readonly dry_run?: string
}

/** The body of wrong parameters in v4, of unknown routes in both APIs, and of invalid tokens (RFC 6750, section 3). */
interface OAuthError {
  readonly error: string | readonly string[]
  readonly error_description?: string
  readonly scope?: string
}

/** The body of an error in each API, where they differ. */
interface BodyByApi {
  readonly v3: ErrorBody
  readonly v4: ErrorBody | { readonly message: readonly string[] | { readonly error: string } }
}

/**
 * The refusal of a request: thrown where the reason is found, rendered in src/http/response.ts. The
 * functions below are the closed catalogue of reasons; nothing else constructs one.
 */
export class ApiError extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The situation in which GitLab 8.15 is known to have answered otherwise. */
  readonly situation: Situation | undefined
  readonly #body: BodyByApi | ErrorBody | undefined

  constructor(
    status: number,
    body?: BodyByApi | ErrorBody,
    headers: Readonly<Record<string, string>> = {},
    situation?: Situation,
  ) {
    super(body ? JSON.stringify('v4' in body ? body.v4 : body) : `status ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.headers = headers
    this.situation = situation
    this.#body = body
  }

  /** Returns the JSON body for an API; undefined where the status has no body. */
  bodyIn(api: 'v3'): ErrorBody | undefined
  bodyIn(api: ApiName): BodyByApi[ApiName] | undefined
  bodyIn(api: ApiName): BodyByApi[ApiName] | undefined {
    const body = this.#body
    return body && 'v3' in body ? body[api] : body
  }
}

/** 304: nothing changed, as with a repeated subscription. */
export const notModified = () => new ApiError(304)

/** 400 with a reason behind the prefix that GitLab's `bad_request!` writes in each release. */
export const badRequest = (reason: string) =>
  new ApiError(400, {
    v3: { message: `400 (Bad request) ${reason}` },
    v4: { message: `400 Bad request - ${reason}` },
  })

/** 400 for a missing required attribute, which the message names. */
export const missingAttribute = (name: string) => wrongParameters([{ name, problem: 'is missing' }])

/** The problem with a parameter: `is missing`, or another predicate such as `is invalid`. */
export interface ParameterProblem {
  readonly name: string
  readonly problem: string
  /** The problems with parts of the parameter, where it is a list or an object. */
  readonly within?: readonly ProblemWithin[] | undefined
}

/**
 * 400 for parameters that are missing or break the contract. v3 names the first missing one, or else the problem of
 * each; v4 lists all problems in one sentence.
 */
export const wrongParameters = (problems: readonly ParameterProblem[]) => {
  const missing = problems.find(({ problem }) => problem === 'is missing')
  const errors = Object.fromEntries(problems.map(({ name, problem }) => [name, [problem]]))
  return new ApiError(400, {
    v3: { message: missing ? `400 (Bad request) "${missing.name}" not given` : errors },
    v4: {
      error: problems
        .flatMap(({ name, problem, within = [{ place: '', problem }] }) =>
          within.map((part) => `${name}${part.place} ${part.problem}`),
        )
        .join(', '),
    },
  })
}

/** 400 for a response that would be longer than `limit` characters. */
export const tooLargeAnswer = (limit: number) =>
  badRequest(
    `the answer has more than ${limit} characters: ask for fewer entries, as per_page does for a list of pages`,
  )

/** 400 with a message of its own, where the specification asks for an explanation. */
export const refused = (message: string) => new ApiError(400, { message })

/** 400 for a new branch whose name conflicts with that of another one (`feature` and `feature/a`). */
export const branchInTheWay = (name: string, other: string) =>
  new ApiError(400, {
    v3: { message: `Branch name is in the way of ${other}` },
    v4: {
      message: `Failed to create branch '${name}': Branch name conflicts with existing branch hierarchy.`,
    },
  })

/** 400 for a new branch whose starting point does not exist. */
export const unknownBranchStart = (name: string, revision: string) =>
  new ApiError(400, {
    v3: { message: 'Invalid reference name' },
    v4: { message: `Failed to create branch '${name}': invalid reference name '${revision}'` },
  })

/**
 * 400 for a commit that cannot be picked or reverted: the target has the change already (`empty`), or it conflicts.
 * `what` names the action: `Commit cherry-pick`.
 */
export const changeNotApplied = (what: string, code: 'empty' | 'conflict', isTrial: boolean) =>
  new ApiError(400, {
    message:
      `${what} failed: Can't perform this action automatically. It may have already been done, or a more recent ` +
      'commit may have updated some of this content. Please perform this action locally.',
    error_code: code,
    ...(isTrial ? { dry_run: 'error' } : {}),
  })

/** 403 for a release whose tag the caller may not create. */
export const protectedTagRefused = (message: string) => new ApiError(403, { message })

/** 404 for a release whose tag was deleted. */
export const tagGone = () => new ApiError(404, { message: 'Tag does not exist' })

/** 400 for attributes that failed validation, each with its errors. */
export const invalid = (errors: ValidationErrors) => new ApiError(400, { message: errors })

/** 400 for a comment without text. */
export const blankNote = () =>
  new ApiError(400, {
    v3: { message: { body: ["can't be blank"] } },
    v4: { message: `400 Bad request - Note {:note=>["can't be blank"]}` },
  })

/** 400 for an internal comment by a user who may not write internal comments. */
export const noInternalNote = () =>
  badRequest('Note {:internal=>["is for members who may read internal notes"]}')

/** 400 for a comment at a position that the diff does not have. */
export const lineNotInDiff = () =>
  badRequest('Note {:line_code=>["can\'t be blank", "must be a valid line code"]}')

/** 400 for a reply to an individual note that takes no replies. */
export const noReply = () => badRequest('Discussion can not be replied to.')

/** 400 for a note that cannot be resolved. */
export const noteNotResolvable = () => badRequest('Note is not resolvable')

/** 404 for an emoji that is not awarded; v3 shows the errors in the notation of Ruby. */
export const notAwarded = (problem: string) =>
  new ApiError(404, {
    v3: { message: `404 Award Emoji {:name=>["${problem}"]} Not Found` },
    v4: { message: `404 Award Emoji Name ${problem} Not Found` },
  })

/** 404 for suggestions that do not exist or are hidden from the caller. */
export const suggestionsNotFound = (isOne: boolean) =>
  new ApiError(404, {
    message: isOne
      ? 'Suggestion is not applicable as the suggestion was not found.'
      : 'Suggestions are not applicable as one or more suggestions were not found.',
  })

/** A refusal whose message is an object in v4. */
export const nestedError = (status: 400 | 403 | 422, reason: string) =>
  new ApiError(status, { v3: { message: reason }, v4: { message: { error: reason } } })

/** 422 for an invalid hook, as v4 answers, and v3 for hooks of projects. */
export const hookRefused = (error: string) => new ApiError(422, { error })

/** 400 for a change of a hook that changes nothing. */
export const emptyHookChange = () => new ApiError(400, { error: 'No parameters provided' })

export const invalidHookUrl = () => hookRefused('Invalid url given')

/** 422 for other attributes of a hook that failed validation. */
export const invalidHook = (errors: ValidationErrors) => new ApiError(422, { message: errors })

export const unauthorized = () => new ApiError(401, { message: '401 Unauthorized' })

/** 401 for a token that is revoked or has expired. */
export const endedToken = (how: 'expired' | 'revoked') =>
  new ApiError(401, {
    v3: { message: '401 Unauthorized' },
    v4: { error: 'invalid_token', error_description: endings[how] },
  })

/** `BearerTokenError` in lib/api/api_guard.rb. */
const endings = {
  expired: 'Token is expired. You can either do re-authorization or token refresh.',
  revoked: 'Token was revoked. You have to re-authorize from the user.',
} as const

/** The error codes of OAuth 2 (RFC 6749, section 5.2), with the descriptions of Doorkeeper, which GitLab uses. */
const oauthRefusals = {
  invalid_request: { status: 400, description: 'The request is missing a required parameter.' },
  invalid_grant: {
    status: 400,
    description:
      'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
  },
  invalid_client: {
    status: 401,
    description:
      'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
  },
  invalid_scope: {
    status: 400,
    description: 'The requested scope is invalid, unknown, or malformed.',
  },
  unsupported_grant_type: {
    status: 400,
    description: 'The authorization grant type is not supported by the authorization server.',
  },
  unauthorized_client: {
    status: 403,
    description: 'You are not authorized to revoke this token',
  },
  invalid_token: { status: 401, description: 'The access token is invalid' },
} as const

/** The error of an OAuth 2 endpoint. `given` replaces the usual description of the code. */
export const oauthError = (code: keyof typeof oauthRefusals, given?: string) => {
  const { status, description } = oauthRefusals[code]
  const words = given ?? description
  return new ApiError(
    status,
    { error: code, error_description: words },
    {
      'Cache-Control': 'no-store',
      'WWW-Authenticate': `Bearer realm="Doorkeeper", error="${code}", error_description="${words}"`,
    },
  )
}

/** 403 for a form that was not sent from the page it belongs to (its CSRF token is missing or wrong). */
export const foreignForm = () =>
  new ApiError(403, { message: '403 Forbidden - this form was not sent from its own page' })

/** 403 for a token without a scope that the operation needs; `scopes` lists those of which one is enough. */
export const insufficientScope = (scopes: readonly string[]) =>
  new ApiError(403, {
    v3: {
      message: `403 Forbidden - insufficient scope: this call needs a token with the scope ${scopes[0]}`,
    },
    v4: {
      error: 'insufficient_scope',
      error_description:
        'The request requires higher privileges than provided by the access token.',
      scope: scopes.join(' '),
    },
  })

export const forbidden = (reason?: string) =>
  new ApiError(403, { message: reason ? `403 Forbidden - ${reason}` : '403 Forbidden' })

/** 403 for a change to a user who was blocked by LDAP. */
export const directoryBlocked = (change: 'modified' | 'unblocked') =>
  new ApiError(403, {
    v3: { message: `403 Forbidden - directory-blocked users cannot be ${change} by the API` },
    v4: { message: `403 Forbidden - LDAP blocked users cannot be ${change} by the API` },
  })

/** 403 for a personal project beyond the limit of its creator, as v4 answers. */
export const projectLimitReached = (reason: string) => new ApiError(403, { error: [reason] })

/** 413 for an uploaded file above the size limit. */
export const requestTooLarge = () => new ApiError(413, { message: '413 Request Entity Too Large' })

/** A status with a message that is not derived from it. */
export const refusedWith = (status: 401 | 403 | 405 | 422, message: string) =>
  new ApiError(status, { message })

/** 404; `what` is the resource: `404 Project Not Found`. */
export const notFound = (what?: string) =>
  new ApiError(404, { message: what ? `404 ${what} Not Found` : '404 Not Found' })

/**
 * 404 that does not name the kind of record (`x-missing: unnamed` in the contract of v4; GitLab's handler of
 * `ActiveRecord::RecordNotFound` in lib/api/api.rb).
 */
export const recordNotFound = () => new ApiError(404, { message: '404 Not found' })

/** 404 with a message of its own. */
export const notFoundWith = (message: string) => new ApiError(404, { message })

/** 404 for a comment that has quick actions alone: they were executed, and no note was created. */
export const noNoteButCommands = () =>
  new ApiError(404, {
    message: '404 Note Not Found: the body held slash commands alone, which were executed',
  })

/** 404 for sudo as an unknown user (head of schemas/v3/openapi.yaml). */
export const unknownSudo = (who: string) =>
  new ApiError(404, {
    v3: { message: `404 Not Found: No user id or username for: ${who}` },
    v4: { message: `404 User with ID or username '${who}' Not Found` },
  })

/** 404 for a path that is no route of the API. */
export const unknownRoute = () => new ApiError(404, { error: '404 Not Found' })

/** 405 for a method that the path does not support. */
export const wrongMethod = (allowed: readonly string[]) =>
  new ApiError(
    405,
    { v3: { message: '405 Method Not Allowed' }, v4: { error: '405 Not Allowed' } },
    { Allow: allowed.join(', ') },
  )

/** 405 for an action that the state of the resource does not allow. */
export const notAllowed = (reason = '405 Method Not Allowed') =>
  new ApiError(405, { message: reason })

export const notAcceptable = (reason = '406 Not Acceptable') =>
  new ApiError(406, { message: reason })

/** For a merge of a merged or closed merge request: 406 in v3, where GitLab 8.15 answered 405. */
export const mergeNotOpen = (status: 405 | 406) =>
  new ApiError(status, { message: `${status} ${phrases[status]}` }, {}, 'not_open')

/** For a merge that has conflicts: 405 in v3, where GitLab 8.15 answered 406. */
export const cannotBeMerged = (status: 405 | 422) =>
  new ApiError(status, { message: 'Branch cannot be merged' }, {}, 'has_conflicts')

/** The error that GitLab 8.15 answered in a situation, for `answersAs: 'released'`. */
export function releasedError({ when, answered }: ReleasedAnswer): ApiError {
  if (when === 'has_conflicts')
    return new ApiError(answered, { message: 'Branch cannot be merged' })
  switch (answered) {
    case 403:
      return forbidden()
    case 404:
      return notFound()
    case 405:
      return notAllowed()
    default:
      throw new Error(`There is no error for the status ${answered} of "${when}".`)
  }
}

/** 409; the message names the conflict. */
export const conflict = (reason: string | ValidationErrors) =>
  new ApiError(409, { message: reason })

/** 409 for a fork whose names others have, each reason a sentence. */
export const takenNames = (reasons: string[]) =>
  new ApiError(409, { v3: { message: reasons.join(', ') }, v4: { message: reasons } })

/** 412 for a resource that was changed after the time in `If-Unmodified-Since`. */
export const preconditionFailed = () => new ApiError(412, { message: '412 Precondition Failed' })

/** 405 for keyset pagination where a list does not support it, or not in this order. */
export const noKeysetPagination = () =>
  new ApiError(405, {
    error: 'Keyset pagination is not yet available for this type of request',
  })

/** 405 for a page number beyond the limit of offset pagination. */
export const offsetTooGreat = (limit: number, type: string) =>
  new ApiError(405, {
    error: `Offset pagination has a maximum allowed offset of ${limit} for requests that return objects of type ${type}. Remaining records can be retrieved using keyset pagination.`,
  })

/** 422 for a well-formed request that cannot be carried out. */
export const unprocessable = (reason: string) => new ApiError(422, { message: reason })

/** 422 for a merge request of a branch into itself. */
export const sameBranches = () =>
  new ApiError(422, {
    v3: { message: 'You can not use same project/branch for source and target' },
    v4: { message: ["You can't use same project/branch for source and target"] },
  })

/** 409 for a merge request whose branches have an open one already: v3 names its title, v4 its number. */
export const duplicateMergeRequest = (others: readonly { title: string; iid: number }[]) => {
  const titles = JSON.stringify(others.map(({ title }) => title))
  const iid = others[0]?.iid
  return new ApiError(409, {
    v3: { message: `Cannot Create: This merge request already exists: ${titles}` },
    v4: { message: [`Another open merge request already exists for this source branch: !${iid}`] },
  })
}

/** 422 for a record that failed validation; each reason is a sentence. */
export const failedValidation = (...reasons: string[]) =>
  new ApiError(422, { v3: { message: reasons.join(', ') }, v4: { message: reasons } })

/** For an e-mail or a username that is taken: 409, but 404 for `updateUser`. */
export const userConflict = (status: 404 | 409, reason: string) =>
  new ApiError(status, { message: reason })

export const bodyTooLarge = (limit: number) =>
  new ApiError(413, { message: `413 Request Entity Too Large: a body may have ${limit} bytes` })

export const tooManyParameters = (limit: number) =>
  new ApiError(413, {
    message: `413 Request Entity Too Large: a request may have ${limit} parameters, those within others counted`,
  })

export const unsupportedMediaType = (type: string) =>
  new ApiError(415, { message: `415 Unsupported Media Type: ${type}` })

/** A status that a fault injects, with the usual body of errors. */
export const faultStatus = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  new ApiError(status, { message: `${status} ${phrases[status] ?? 'Error'}` }, headers)

/** RFC 9110, 15.5 and 15.6; RFC 6585. */
const phrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Request Entity Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

export const internalError = (requestId: string) =>
  new ApiError(500, { message: `500 Internal Server Error (request ${requestId})` })
