import {
  hookRefused,
  invalid,
  invalidHook,
  invalidHookUrl,
  notFound,
} from '../../../contract/errors.ts'
import type { HookRecord } from '../../../store/models/hook.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { SystemContext } from '../context.ts'
import type { WithStore } from '../lookups.ts'
import { isWebAddress, lengthErrors } from '../validation.ts'
import { isBranchFilter } from './branch-filter.ts'
import { interpolatedUrl, isHookUrl, isLocalAddress } from './hook-url.ts'

/** The attributes of a hook in a request. */
export type HookAttributes = Partial<Omit<HookRecord, 'id' | 'created_at' | 'updated_at'>>
export type NewHook = HookAttributes & Pick<HookRecord, 'url'>

/** The fields of a hook that hold lists of pairs. */
export type PairsField = 'url_variables' | 'custom_headers'
type Pairs = HookRecord[PairsField]

/** Throws 400 for a URL that is not a web address, as v3 does for system hooks. */
export function checkHookUrl(url: string): void {
  if (!isWebAddress(url)) throw invalid({ url: ['is invalid'] })
}

/**
 * Throws 422 for invalid attributes, in the order of `save_hook` in lib/api/helpers/web_hooks_helpers.rb; `hook` is the
 * existing one in an update.
 */
export function checkHook(
  context: Pick<SystemContext, 'settings'>,
  attributes: HookAttributes,
  hook?: HookRecord,
): void {
  const after = {
    ...newHookDefaults,
    ...hook,
    ...attributes,
    ...(hook && pairsAfter(hook, attributes)),
  }
  const hasUrl = isHookUrl(after.url, after.url_variables) && arePairs(after.url_variables, 100)
  if (!hasUrl || isForbidden(context, after)) throw invalidHookUrl()
  if (!isBranchFilter(after)) throw hookRefused('Invalid branch filter given')
  if (!arePairs(after.custom_headers, 2048)) throw hookRefused('Custom headers validation failed')
  const errors = {
    token: after.token?.includes('\n') ? ['is invalid'] : [],
    signing_token: isSigningToken(after.signing_token) ? [] : ['is invalid'],
    custom_webhook_template: lengthErrors(after.custom_webhook_template ?? '', 4096),
    name: lengthErrors(after.name ?? '', 255),
    description: lengthErrors(after.description ?? '', 2048),
  }
  const found = Object.entries(errors).filter(([, problems]) => problems.length > 0)
  if (found.length > 0) throw invalidHook(Object.fromEntries(found))
}

/** The defaults of a new hook. */
const newHookDefaults = {
  url: '',
  project_id: null,
  token: null,
  signing_token: null,
  name: null,
  description: null,
  push_events_branch_filter: null,
  branch_filter_strategy: 'wildcard',
  custom_webhook_template: null,
  url_variables: [],
  custom_headers: [],
} as const satisfies HookAttributes

/**
 * Whether pairs are valid by app/validators/json_schemas/web_hooks_url_variables.json and
 * web_hooks_custom_headers.json.
 */
function arePairs(pairs: Pairs, maxLength: number): boolean {
  const isKey = (key: string) => /^[A-Za-z][A-Za-z0-9]*(?:[._-][A-Za-z0-9]+)*$/.test(key)
  const isValue = (value: string) => value !== '' && value.length <= maxLength
  return pairs.length <= 20 && pairs.every(({ key, value }) => isKey(key) && isValue(value))
}

/** Whether a signing token is valid: `whsec_` and 32 bytes in Base64, or null for unsigned deliveries. */
function isSigningToken(token: string | null): boolean {
  return token === null || /^whsec_[A-Za-z0-9+/]{43}=$/.test(token)
}

/**
 * Whether a hook may not send to a local address. Requests to local networks are forbidden only where the setting says
 * so, since the receivers of test suites are local.
 */
function isForbidden(
  { settings }: Pick<SystemContext, 'settings'>,
  hook: Pick<HookRecord, 'project_id' | 'url' | 'url_variables'>,
): boolean {
  const setting =
    hook.project_id === null
      ? 'allow_local_requests_from_system_hooks'
      : 'allow_local_requests_from_web_hooks_and_services'
  return settings.newer[setting] === false && isLocalAddress(interpolatedUrl(hook) ?? hook.url)
}

/** Finds a hook of a project; undefined where it belongs to another one. */
export function hookOfProject(
  { store }: WithStore,
  project: ProjectRecord,
  id: number,
): HookRecord | undefined {
  const hook = store.hooks.get(id)
  return hook?.project_id === project.id ? hook : undefined
}

/** Finds a system hook. */
export function systemHook({ store }: WithStore, id: number): HookRecord | undefined {
  const hook = store.hooks.get(id)
  return hook?.project_id === null ? hook : undefined
}

/** Adds a system hook, or a hook of the given project. */
export function createHook(
  { store, now, release }: Pick<SystemContext, 'store' | 'now' | 'release'>,
  attributes: NewHook,
): HookRecord {
  const { payloads } = release.webHooks
  return store.hooks.insert({ payloads, ...attributes, created_at: now, updated_at: now })
}

/**
 * Updates a hook; variables and headers are merged or replaced. Secrets are not sent to a new URL: a change of the URL
 * removes the token and all pairs that the request does not repeat.
 */
export function changeHook(
  { store, now }: Pick<SystemContext, 'store' | 'now'>,
  hook: HookRecord,
  changes: HookAttributes,
): HookRecord {
  const isMoved = changes.url !== undefined && changes.url !== hook.url
  return store.hooks.replace(hook, {
    ...(isMoved ? { token: null, signing_token: null } : {}),
    ...changes,
    ...pairsAfter(hook, changes),
    updated_at: now,
  })
}

function pairsAfter(
  hook: HookRecord,
  { url = hook.url, url_variables = [], custom_headers = [] }: HookAttributes,
): Pick<HookRecord, PairsField> {
  if (url !== hook.url) return { url_variables, custom_headers }
  return {
    url_variables: merged(hook.url_variables, url_variables),
    custom_headers: merged(hook.custom_headers, custom_headers),
  }
}

function merged(before: Pairs, given: Pairs): Pairs {
  const kept = before.filter(({ key }) => !given.some((one) => one.key === key))
  return [...kept, ...given]
}

/** Throws 422 for an invalid pair. */
export function checkPair(
  context: Pick<SystemContext, 'settings'>,
  hook: HookRecord,
  field: PairsField,
  pair: Pairs[number],
): void {
  try {
    checkHook(context, { [field]: [pair] }, hook)
  } catch {
    throw hookRefused('Illegal key or value')
  }
}

/** Throws 404 for a missing pair, and 422 for a variable that the URL needs. */
export function checkRemovalOfPair(hook: HookRecord, field: PairsField, key: string): void {
  const [what, problem] = {
    url_variables: ['URL variable', 'Could not unset variable'] as const,
    custom_headers: ['Custom header', 'Could not unset custom header'] as const,
  }[field]
  if (!hook[field].some((one) => one.key === key)) throw notFound(what)
  const isNeeded = !isHookUrl(hook.url, without(hook.url_variables, key))
  if (field === 'url_variables' && isNeeded) throw hookRefused(problem)
}

export function removePair(
  { store, now }: Pick<SystemContext, 'store' | 'now'>,
  hook: HookRecord,
  field: PairsField,
  key: string,
): void {
  store.hooks.replace(hook, { [field]: without(hook[field], key), updated_at: now })
}

const without = (pairs: Pairs, key: string) => pairs.filter((one) => one.key !== key)

/** Removes a hook and its log. */
export function removeHook({ store }: Pick<SystemContext, 'store'>, hook: HookRecord): void {
  store.hookLogs.removeAll(store.hookLogs.by('hook_id', hook.id))
  store.hooks.remove(hook)
}
