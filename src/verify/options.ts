import { type ApiName, apiOfUrl, basePaths, withoutBasePath } from '../contract/base-paths.ts'
import { isUrl } from '../shared/is-url.ts'
import { judgedApis } from './contract/judged-api.ts'
import type { HookReceiver } from './hook-receiver.ts'

/** Sends a request, like the global `fetch` or `forge.fetch`. */
export type Fetch = (request: Request) => Promise<Response>

/** The server to verify, the credentials, and the extent of the run. */
export interface VerifyOptions {
  /** The address of the server, with its base path if it has one, with or without that of the API. */
  readonly url: string
  /**
   * The API whose contract is used; by default that of the base path at the end of the URL, else v3. For v4, only
   * checks derived from the contract run; stories are for v3.
   */
  readonly api?: ApiName
  /** A private or personal access token of an administrator; of any user with `readOnly`. */
  readonly token: string
  /** A token of a second, plain user; without it a user is created. */
  readonly userToken?: string
  /**
   * The pattern of passwords of created users, where the server does not state its rules: `a`, `A` and `0` stand for a
   * random lower-case letter, upper-case letter and digit, other characters for themselves.
   */
  readonly passwordPattern?: string
  /** Credentials of other kinds, which the API cannot create; kinds without a credential are not tested. */
  readonly credentials?: OtherCredentials
  /** Whether to only read existing records, which is safe on a server in use. */
  readonly readOnly?: boolean
  /** The number of projects that a `readOnly` run reads; 5 by default. */
  readonly projectCount?: number
  /**
   * Whether the run writes what affects all users of the server: the settings of the instance and system hooks. They
   * are restored after each chapter; without this option they are not tested. It requires a journal.
   */
  readonly instance?: boolean
  /**
   * Receives each line of the journal before the announced write is sent; an error that it throws ends the run.
   * `cleanUp` needs the lines of a run that was killed.
   *
   * @example
   * const journal = (line: string) => appendFileSync('verify.journal', `${line}\n`)
   */
  readonly journal?: (line: string) => void
  /** Whether to keep the records of failures on the server for inspection; `cleanUp` removes them later. */
  readonly keepFailed?: boolean
  /** Resources (`Issues`), operations (`listIssuesOfProject`) or names of stories. */
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
  /** The maximum number of requests per second. */
  readonly rate?: number
  /** The maximum number of concurrent requests; 8 by default. */
  readonly concurrency?: number
  /** The timeout of a response in milliseconds; 15,000 by default. */
  readonly timeout?: number
  /** Further headers of every request. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Whether deviations are failures where the server responds like GitLab 8.15 against the specification
   * (`x-released`), or has other permissions than its table (`x-permissions`) where the specification is silent.
   */
  readonly strict?: boolean
  /** Known failures, as `failureKey` formats them. */
  readonly baseline?: readonly string[]
  /** The receiver of system hook deliveries; they are not tested without one, nor without `instance`. */
  readonly hookReceiver?: HookReceiver
  readonly fetch?: Fetch
  /** The timeout for background work of the server in milliseconds; 5,000 by default. */
  readonly patience?: number
  /** Called at the start, after each check or story, and after each history of the comparison with a forge. */
  readonly onProgress?: (progress: Progress) => void
  /** Ends the run early, after removing what it created. */
  readonly signal?: AbortSignal
}

/** The progress of a run. */
export interface Progress {
  /** The number of completed checks and stories, and the total. */
  readonly completed: number
  readonly stories: number
  readonly requests: number
  readonly failures: number
  /**
   * The estimated remaining time in milliseconds, of the checks and stories and then of the comparison; undefined
   * before the first of them is done.
   */
  readonly remaining?: number
  /** The completed part of the comparison with a forge, from 0 to 1; undefined before it. */
  readonly compared?: number
}

/** Credentials other than private tokens; each given kind is tested. */
export interface OtherCredentials {
  /** An OAuth 2 token. */
  readonly oauth?: string
  /** A personal access token with the scope `read_user` only. */
  readonly readUser?: string
  /** A revoked personal access token. */
  readonly revoked?: string
  /** The value of the cookie `_service_session`. */
  readonly session?: string
}

/**
 * The reason why a run cannot start: the server is unreachable, the token is wrong, it is another API, or the user is
 * no administrator.
 */
export class CannotVerify extends Error {
  override readonly name = 'CannotVerify'
}

export interface Settings extends VerifyOptions {
  readonly api: ApiName
  /** Ends with the base path of the API. */
  readonly apiUrl: string
  readonly rate: number
  readonly concurrency: number
  readonly timeout: number
  readonly fetch: Fetch
}

/** Fills in the defaults. Throws CannotVerify where the URL is invalid. */
export function readSettings(options: VerifyOptions): Settings {
  if (options.instance && !options.journal) {
    throw new CannotVerify(
      '`instance` needs a `journal`: settings of a run that was killed are put back by it alone.',
    )
  }
  const { url, api = apiOfUrl(url) ?? 'v3' } = options
  if (options.instance && !judgedApis[api].isInstanceWritten) {
    throw new CannotVerify(
      `\`instance\` is not for ${api}: what is instance-wide is never written through it.`,
    )
  }
  return {
    ...options,
    api,
    apiUrl: apiUrlOf(url, api),
    rate: options.rate ?? Number.POSITIVE_INFINITY,
    concurrency: options.concurrency ?? 8,
    timeout: options.timeout ?? 15_000,
    fetch: options.fetch ?? ((request) => fetch(request)),
  }
}

function apiUrlOf(url: string, api: ApiName): string {
  if (!isUrl(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new CannotVerify(`"${url}" is not a URL; give one such as https://forge.example.com.`)
  }
  const { origin, pathname } = new URL(url)
  const basePath = withoutBasePath(pathname.replace(/(?<!\/)\/+$/, ''))
  return `${origin}${basePath}${basePaths[api]}`
}
