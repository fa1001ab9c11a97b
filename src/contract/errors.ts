import type { ApiName } from './base-paths.ts'
import type { ProblemWithin } from './coerce.ts'
import type { ErrorMessage, ValidationErrors } from './generated/v3/contract.ts'
import type { ReleasedAnswer, Situation } from './operation-contract.ts'

type ErrorBody = (ErrorMessage & NotApplied) | OAuthError

/** What v4 says beside the message where a commit cannot be picked. */
interface NotApplied {
  readonly error_code?: string
  readonly dry_run?: string
}

/** What v4 refuses a parameter with, and both a route; a token that does not hold in the words of RFC 6750, 3. */
interface OAuthError {
  readonly error: string | readonly string[]
  readonly error_description?: string
  readonly scope?: string
}

/** How an error reads in each API, where they differ. */
interface BodyByApi {
  readonly v3: ErrorBody
  readonly v4: ErrorBody | { readonly message: readonly string[] | { readonly error: string } }
}

/**
 * A request that is refused: thrown wherever the reason is found, rendered in one place. The
 * functions below are the closed catalogue of reasons; nothing else makes one.
 */
export class ApiError extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Where the release is known to have answered otherwise. */
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

  /** The JSON body in an API; undefined where the status has none. */
  bodyIn(api: 'v3'): ErrorBody | undefined
  bodyIn(api: ApiName): BodyByApi[ApiName] | undefined
  bodyIn(api: ApiName): BodyByApi[ApiName] | undefined {
    const body = this.#body
    return body && 'v3' in body ? body[api] : body
  }
}

/** 304: nothing changed, as with a repeated subscription. */
export const notModified = () => new ApiError(304)

/** 400 with the sentence that the releases begin with. */
export const badRequest = (reason: string) =>
  new ApiError(400, {
    v3: { message: `400 (Bad request) ${reason}` },
    v4: { message: `400 Bad request - ${reason}` },
  })

/** 400 for a required attribute: the message names it. */
export const missingAttribute = (name: string) => wrongParameters([{ name, problem: 'is missing' }])

/** What is wrong with a parameter: that it is missing, or a predicate such as `is invalid`. */
export interface ParameterProblem {
  readonly name: string
  readonly problem: string
  /** Where the parameter is a list or an object: which part of it is wrong, and how. */
  readonly within?: ProblemWithin | undefined
}

/**
 * 400 for parameters that are missing or not what the contract says. v3 names the first that is missing, or else what is
 * wrong with each; v4 says all in a sentence.
 */
export const wrongParameters = (problems: readonly ParameterProblem[]) => {
  const missing = problems.find(({ problem }) => problem === 'is missing')
  const errors = Object.fromEntries(problems.map(({ name, problem }) => [name, [problem]]))
  return new ApiError(400, {
    v3: { message: missing ? `400 (Bad request) "${missing.name}" not given` : errors },
    v4: {
      error: problems
        .map(({ name, problem, within }) =>
          within ? `${name}${within.place} ${within.problem}` : `${name} ${problem}`,
        )
        .join(', '),
    },
  })
}

/** 400 for an answer that would have more than `limit` characters. */
export const tooLargeAnswer = (limit: number) =>
  badRequest(
    `the answer has more than ${limit} characters: ask for fewer entries, as per_page does for a list of pages`,
  )

/** 400 with a message of its own, where the specification asks for an explanation. */
export const refused = (message: string) => new ApiError(400, { message })

/** 400 for a new branch whose name another one is in the way of. */
export const branchInTheWay = (name: string, other: string) =>
  new ApiError(400, {
    v3: { message: `Branch name is in the way of ${other}` },
    v4: {
      message: `Failed to create branch '${name}': Branch name conflicts with existing branch hierarchy.`,
    },
  })

/** 400 for a new branch that would start where nothing is. */
export const unknownBranchStart = (name: string, revision: string) =>
  new ApiError(400, {
    v3: { message: 'Invalid reference name' },
    v4: { message: `Failed to create branch '${name}': invalid reference name '${revision}'` },
  })

/**
 * 400 for a commit that cannot be picked or reverted: its change is there already (`empty`), or git finds a conflict.
 * `what` says what was tried: `Commit cherry-pick`.
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

/** 400 for an internal comment of who may not write one. */
export const noInternalNote = () =>
  badRequest('Note {:internal=>["is for members who may read internal notes"]}')

/** 400 for a comment at a place that the diff does not have. */
export const lineNotInDiff = () =>
  badRequest('Note {:line_code=>["can\'t be blank", "must be a valid line code"]}')

/** 400 for a reply to what stands alone for good. */
export const noReply = () => badRequest('Discussion can not be replied to.')

/** 400 for a note that cannot be resolved. */
export const noteNotResolvable = () => badRequest('Note is not resolvable')

/** 404 for an emoji that is not awarded; v3 shows the errors in the notation of Ruby. */
export const notAwarded = (problem: string) =>
  new ApiError(404, {
    v3: { message: `404 Award Emoji {:name=>["${problem}"]} Not Found` },
    v4: { message: `404 Award Emoji Name ${problem} Not Found` },
  })

/** 404 for suggestions that are not there, or not to be seen. */
export const suggestionsNotFound = (isOne: boolean) =>
  new ApiError(404, {
    message: isOne
      ? 'Suggestion is not applicable as the suggestion was not found.'
      : 'Suggestions are not applicable as one or more suggestions were not found.',
  })

/** A refusal whose reason v4 has in an object of its own. */
export const nestedError = (status: 400 | 403 | 422, reason: string) =>
  new ApiError(status, { v3: { message: reason }, v4: { message: { error: reason } } })

/** 422 for what a hook cannot be, as v4 answers, and v3 of hooks of projects. */
export const hookRefused = (error: string) => new ApiError(422, { error })

/** 400 for a change of a hook that changes nothing. */
export const emptyHookChange = () => new ApiError(400, { error: 'No parameters provided' })

export const invalidHookUrl = () => hookRefused('Invalid url given')

/** 422 for other attributes of a hook that failed validation. */
export const invalidHook = (errors: ValidationErrors) => new ApiError(422, { message: errors })

export const unauthorized = () => new ApiError(401, { message: '401 Unauthorized' })

/** 401 for a token that held once. */
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

/** What an endpoint of OAuth 2 refuses (RFC 6749, 5.2), in the words of Doorkeeper, which GitLab uses. */
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

/** The error of an endpoint of OAuth 2; the description is that of the code where none is given. */
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

/** 403 for a form of a page that did not come from the page itself. */
export const foreignForm = () =>
  new ApiError(403, { message: '403 Forbidden - this form was not sent from its own page' })

/** 403 for a token that does not open a call; `scopes` are those of which one would. */
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

/** 403 for what the API cannot change of a user whom a directory (LDAP) blocked. */
export const directoryBlocked = (change: 'modified' | 'unblocked') =>
  new ApiError(403, {
    v3: { message: `403 Forbidden - directory-blocked users cannot be ${change} by the API` },
    v4: { message: `403 Forbidden - LDAP blocked users cannot be ${change} by the API` },
  })

/** 403 for a personal project beyond the limit of its creator, as v4 answers. */
export const projectLimitReached = (reason: string) => new ApiError(403, { error: [reason] })

/** 413 for a file that is larger than is taken. */
export const requestTooLarge = () => new ApiError(413, { message: '413 Request Entity Too Large' })

/** A status whose message is a sentence of its own. */
export const refusedWith = (status: 401 | 403 | 405 | 422, message: string) =>
  new ApiError(status, { message })

/** 404; `what` is the resource: `404 Project Not Found`. */
export const notFound = (what?: string) =>
  new ApiError(404, { message: what ? `404 ${what} Not Found` : '404 Not Found' })

/**
 * 404 for a record that is not found where it is looked for, as `x-missing: unnamed` in the contract of v4 says it
 * (the handler of `ActiveRecord::RecordNotFound` in lib/api/api.rb of GitLab).
 */
export const recordNotFound = () => new ApiError(404, { message: '404 Not found' })

/** 404 with a sentence of its own. */
export const notFoundWith = (message: string) => new ApiError(404, { message })

/** 404 for a comment of slash commands alone, which were executed but made no note. */
export const noNoteButCommands = () =>
  new ApiError(404, {
    message: '404 Note Not Found: the body held slash commands alone, which were executed',
  })

/** 404 for sudo as somebody who is not there (`schemas/v3/openapi.yaml`). */
export const unknownSudo = (who: string) =>
  new ApiError(404, {
    v3: { message: `404 Not Found: No user id or username for: ${who}` },
    v4: { message: `404 User with ID or username '${who}' Not Found` },
  })

/** 404 for a path that is not of the API. */
export const unknownRoute = () => new ApiError(404, { error: '404 Not Found' })

/** 405 for a verb that a path does not know. */
export const wrongMethod = (allowed: readonly string[]) =>
  new ApiError(
    405,
    { v3: { message: '405 Method Not Allowed' }, v4: { error: '405 Not Allowed' } },
    { Allow: allowed.join(', ') },
  )

/** 405 for what cannot be done to the resource. */
export const notAllowed = (reason = '405 Method Not Allowed') =>
  new ApiError(405, { message: reason })

export const notAcceptable = (reason = '406 Not Acceptable') =>
  new ApiError(406, { message: reason })

/** For a merge of what is merged or closed: of v3 a 406, where GitLab 8.15 answered 405. */
export const mergeNotOpen = (status: 405 | 406) =>
  new ApiError(status, { message: `${status} ${phrases[status]}` }, {}, 'not_open')

/** For a merge that git cannot make: of v3 a 405, where GitLab 8.15 answered 406. */
export const cannotBeMerged = (status: 405 | 422) =>
  new ApiError(status, { message: 'Branch cannot be merged' }, {}, 'has_conflicts')

/** The error that the release answered in such a situation, for `answersAs: 'released'`. */
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

/** 409; the message says what is in the way. */
export const conflict = (reason: string | ValidationErrors) =>
  new ApiError(409, { message: reason })

/** 412 for what was changed after the time that the client names. */
export const preconditionFailed = () => new ApiError(412, { message: '412 Precondition Failed' })

/** 405 for a list that cannot be asked for by keys, or not in this order. */
export const noKeysetPagination = () =>
  new ApiError(405, {
    error: 'Keyset pagination is not yet available for this type of request',
  })

/** 405 for a page of a list by its number, further on than there are any. */
export const offsetTooGreat = (limit: number, type: string) =>
  new ApiError(405, {
    error: `Offset pagination has a maximum allowed offset of ${limit} for requests that return objects of type ${type}. Remaining records can be retrieved using keyset pagination.`,
  })

/** 422 for what is well-formed and cannot be: a merge request of a branch into itself. */
export const unprocessable = (reason: string) => new ApiError(422, { message: reason })

/** 422 for a merge request of a branch into itself. */
export const sameBranches = () =>
  new ApiError(422, {
    v3: { message: 'You can not use same project/branch for source and target' },
    v4: { message: ["You can't use same project/branch for source and target"] },
  })

/** 409 for a merge request that is open already: v3 says its title, v4 its number. */
export const duplicateMergeRequest = (others: readonly { title: string; iid: number }[]) => {
  const titles = JSON.stringify(others.map(({ title }) => title))
  const iid = others[0]?.iid
  return new ApiError(409, {
    v3: { message: `Cannot Create: This merge request already exists: ${titles}` },
    v4: { message: [`Another open merge request already exists for this source branch: !${iid}`] },
  })
}

/** 422 for a record that failed validation, each reason a sentence. */
export const failedValidation = (...reasons: string[]) =>
  new ApiError(422, { v3: { message: reasons.join(', ') }, v4: { message: reasons } })

/** An e-mail or a username that another user has: 409, but 404 on a change (`updateUser`). */
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

/** A status that a suite asked for, with the body that errors have. */
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
