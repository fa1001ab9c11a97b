import { type ApiName, apiOfUrl, basePaths, withoutBasePath } from '../contract/base-paths.ts'
import { isUrl } from '../shared/is-url.ts'
import { judgedApis } from './contract/judged-api.ts'
import type { HookReceiver } from './hook-receiver.ts'

/** Sends a request; the global `fetch`, or what stands in for it: `forge.fetch`. */
export type Fetch = (request: Request) => Promise<Response>

/** What server is verified, as whom, and how. */
export interface VerifyOptions {
  /** Where the server answers, with a base path if it has one, with or without that of the API. */
  readonly url: string
  /**
   * By the contract of which API it is judged: that of the base path at the end of the URL when left out, else
   * v3. Of v4 those checks run that follow from the contract alone; stories are of v3.
   */
  readonly api?: ApiName
  /** A private or personal access token of an administrator; of any user with `readOnly`. */
  readonly token: string
  /** A token of a second, plain user; without it one is created. */
  readonly userToken?: string
  /**
   * How the passwords of users that are created look, where the server does not say itself what it takes: `a`,
   * `A` and `0` stand for a random small letter, capital and digit, all else for itself.
   */
  readonly passwordPattern?: string
  /** Credentials of other kinds, which the API cannot make; what is left out is not tested. */
  readonly credentials?: OtherCredentials
  /** Only reads of what is there; safe on a server that others use. */
  readonly readOnly?: boolean
  /** How many projects a run that is `readOnly` reads; 5 when left out. */
  readonly projectCount?: number
  /**
   * Whether the run writes what everybody who uses the server may feel: the settings of the instance and
   * system hooks. They are put back after each chapter; without it they are not tested. It needs a journal.
   */
  readonly instance?: boolean
  /**
   * Takes each line of the journal, before the write is sent that it announces; what it throws ends the run.
   * `cleanUp` reads the lines where a run was killed.
   *
   * @example
   * const journal = (line: string) => appendFileSync('verify.journal', `${line}\n`)
   */
  readonly journal?: (line: string) => void
  /** Whether what a failure stands on is left on the server, to be looked at; `cleanUp` removes it then. */
  readonly keepFailed?: boolean
  /** Resources (`Issues`), operations (`listIssuesOfProject`) or names of stories. */
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
  /** Most requests a second. */
  readonly rate?: number
  /** How many requests may be under way at once; 8 when left out. */
  readonly concurrency?: number
  /** How long an answer may take, in milliseconds; 15,000 when left out. */
  readonly timeout?: number
  /** Further headers of every request. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Whether an answer as GitLab 8.15 gave it (`x-released`), against the specification, is a failure, and another who may
   * call something than in its table (`x-permissions`), where the specification leaves it open.
   */
  readonly strict?: boolean
  /** Failures that are known, as `failureKey` writes them. */
  readonly baseline?: readonly string[]
  /** What the deliveries of system hooks come to; they are not tested without one, nor without `instance`. */
  readonly hookReceiver?: HookReceiver
  readonly fetch?: Fetch
  /** How long work that the server does in the background is waited for, in milliseconds; 5,000. */
  readonly patience?: number
  /** Called as the run begins, and when a check or a story is done. */
  readonly onProgress?: (progress: Progress) => void
  /** Ends the run early; what was made is removed first. */
  readonly signal?: AbortSignal
}

/** How far a run has come. */
export interface Progress {
  /** How many checks and stories are completed, and how many there are. */
  readonly completed: number
  readonly stories: number
  readonly requests: number
  readonly failures: number
  /** About how long the rest will take, in milliseconds; left out before the first is done. */
  readonly remaining?: number
}

/** Credentials that are no private token: each kind that is given is tried. */
export interface OtherCredentials {
  /** An OAuth 2 token. */
  readonly oauth?: string
  /** A personal access token with the scope `read_user` alone. */
  readonly readUser?: string
  /** A personal access token that was revoked. */
  readonly revoked?: string
  /** The value of the cookie `_service_session`. */
  readonly session?: string
}

/** Why a run could not begin: unreachable, a bad token, not this API, not an administrator. */
export class CannotVerify extends Error {
  override readonly name = 'CannotVerify'
}

export interface Settings extends VerifyOptions {
  readonly api: ApiName
  /** Ends in the base path of the API. */
  readonly apiUrl: string
  readonly rate: number
  readonly concurrency: number
  readonly timeout: number
  readonly fetch: Fetch
}

/** Fills in the defaults. Throws CannotVerify where the URL is none. */
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
