import type { ReleaseNumber } from '../../contract/apis.ts'
import type { Method } from '../../contract/operation-contract.ts'
import type { TokenScope } from '../../store/models/credential.ts'

/** The authentication rules of a release of GitLab. */
export interface Authentication {
  /** The shortest bearer that can be a private or personal token; shorter ones are OAuth tokens. */
  readonly minTokenLengthOfBearers: number
  /** The operations that each scope permits; all others are refused. */
  readonly scopes: readonly ScopeRule[]
  /** The scope that a token needs for sudo. */
  readonly sudoScope: TokenScope
  /** Whether administrators need the scope `admin_mode` for administration, while the setting of that name is on. */
  readonly hasAdminMode: boolean
  /** Whether a session permits sudo. */
  readonly allowsSudoBySession: boolean
  /** Whether the cookie of an unknown or expired session is refused; otherwise it is ignored. */
  readonly refusesEndedSessions: boolean
  /**
   * Whether errors say why a token is refused: a blocked user, or insufficient scopes. Otherwise such a personal token
   * is ignored.
   */
  readonly explainsRefusals: boolean
  /** Whether members of a project can see its private snippets; otherwise only their authors can. */
  readonly sharesPrivateSnippets: boolean
}

/** The operations that a scope permits, by method and path; all by default. */
export interface ScopeRule {
  /** The scope; `any` stands for every token. */
  readonly scope: TokenScope | 'any'
  readonly methods?: readonly Method[]
  readonly paths?: RegExp
}

export const authentication: Readonly<Record<ReleaseNumber, Authentication>> = {
  '8.15': {
    // Clients tell the kind of a token by its length: GitLab's private tokens have 20 characters, and longer ones are
    // sent
    // as OAuth 2 tokens. Tokens of a seed can have any length.
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
    // By `allow_access_with_scope` in the files of lib/api.
    scopes: [
      { scope: 'api' },
      { scope: 'read_api', methods: ['GET'] },
      { scope: 'read_api', methods: ['POST'], paths: /^\/markdown$/ },
      {
        scope: 'read_user',
        methods: ['GET'],
        paths: /^\/(users?|events|metadata|version)(\/|$)/,
      },
      {
        scope: 'read_repository',
        methods: ['GET'],
        paths: /^\/projects\/[^/]+\/repository\/files\//,
      },
      { scope: 'self_rotate', methods: ['POST'], paths: /access_tokens\/self\/rotate$/ },
      { scope: 'any', methods: ['GET', 'DELETE'], paths: /^\/personal_access_tokens\/self$/ },
    ],
    sudoScope: 'sudo',
    hasAdminMode: true,
    allowsSudoBySession: false,
    refusesEndedSessions: false,
    explainsRefusals: true,
    // By app/policies/project_snippet_policy.rb.
    sharesPrivateSnippets: true,
  },
}
