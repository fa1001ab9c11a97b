import type { ReleaseNumber } from '../../contract/apis.ts'
import type { Method } from '../../contract/operation-contract.ts'
import type { TokenScope } from '../../store/models/credential.ts'

/** What the credentials of a request open, in a release of GitLab. */
export interface Authentication {
  /** Bearers that are shorter are OAuth tokens alone. */
  readonly minTokenLengthOfBearers: number
  /** What each scope opens; no scope opens what is in none of them. */
  readonly scopes: readonly ScopeRule[]
  /** What a token needs for sudo. */
  readonly sudoScope: TokenScope
  /** Whether administrators need the scope `admin_mode` for what is theirs, while the setting of that name is on. */
  readonly hasAdminMode: boolean
  /** Whether who is signed in by a session may sudo. */
  readonly allowsSudoBySession: boolean
  /** Whether the cookie of a session that is not there, or has ended, is refused; if not, it counts as none. */
  readonly refusesEndedSessions: boolean
  /**
   * Whether it says why a token does not help: that its user is blocked, or that its scopes do not cover the call. If
   * not, such a personal token counts as none.
   */
  readonly explainsRefusals: boolean
  /** Whether members of a project see its private snippets; else their authors alone do. */
  readonly sharesPrivateSnippets: boolean
}

/** The calls that a scope opens: of these methods, and at these paths; all, where nothing is said. */
export interface ScopeRule {
  /** With `any` each token does. */
  readonly scope: TokenScope | 'any'
  readonly methods?: readonly Method[]
  readonly paths?: RegExp
}

export const authentication: Readonly<Record<ReleaseNumber, Authentication>> = {
  '8.15': {
    // Clients take the kind of a token from its length: GitLab's private tokens have 20 characters, and what is
    // longer they send as an OAuth 2 token. Tokens of a seed may have any length.
    minTokenLengthOfBearers: 21,
    scopes: [{ scope: 'api' }, { scope: 'read_user', methods: ['GET'], paths: /^\/users?(\/|$)/ }],
    sudoScope: 'api',
    hasAdminMode: false,
    allowsSudoBySession: true,
    refusesEndedSessions: true,
    explainsRefusals: false,
    sharesPrivateSnippets: false,
  },
  '18': {
    minTokenLengthOfBearers: 0,
    // `allow_access_with_scope` in the files of lib/api.
    scopes: [
      { scope: 'api' },
      { scope: 'read_api', methods: ['GET'] },
      { scope: 'read_api', methods: ['POST'], paths: /^\/markdown$/ },
      {
        scope: 'read_user',
        methods: ['GET'],
        paths: /^\/(users?|events|metadata|version)(\/|$)/,
      },
      { scope: 'self_rotate', methods: ['POST'], paths: /access_tokens\/self\/rotate$/ },
      { scope: 'any', methods: ['GET', 'DELETE'], paths: /^\/personal_access_tokens\/self$/ },
    ],
    sudoScope: 'sudo',
    hasAdminMode: true,
    allowsSudoBySession: false,
    refusesEndedSessions: false,
    explainsRefusals: true,
    // app/policies/project_snippet_policy.rb.
    sharesPrivateSnippets: true,
  },
}
