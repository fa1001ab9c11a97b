import { badRequest, refusedWith, unknownRoute, wrongParameters } from '../../../contract/errors.ts'
import type { IntegrationRecord } from '../../../store/models/integration.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { ancestorsOf, groupsAbove } from '../../access/group-tree.ts'
import type { SystemContext } from '../context.ts'
import type { WithStore } from '../lookups.ts'
import { checkNoErrors, isWebAddress } from '../validation.ts'
import { isOfGroups, type Kinds } from './kinds.ts'

/** The project or the group of an integration. */
export type IntegrationOwner =
  | { readonly project: ProjectRecord; readonly group?: undefined }
  | { readonly group: NamespaceRecord; readonly project?: undefined }

type Fields = IntegrationRecord['fields']

/** The attributes of an integration in a request: fields, events, and whether it inherits the group's settings. */
export type IntegrationRequest = Readonly<Record<string, Fields[string] | undefined>>

/** The default events of an integration (`integrations` in db/structure.sql). */
const defaultEvents = {
  alert_events: true,
  commit_events: true,
  confidential_issues_events: true,
  confidential_note_events: true,
  deployment_events: false,
  incident_events: false,
  issues_events: true,
  job_events: false,
  merge_requests_events: true,
  note_events: true,
  pipeline_events: false,
  push_events: true,
  tag_push_events: true,
  wiki_page_events: true,
  comment_on_event_enabled: true,
} as const

/** Returns the events of an integration. */
export function eventsOf({ events }: Pick<IntegrationRecord, 'events'>) {
  return { ...defaultEvents, ...events }
}

/** Returns the integrations of a project or a group, active or not. */
export function integrationsOf(
  { store }: WithStore,
  { project, group }: IntegrationOwner,
): readonly IntegrationRecord[] {
  return project
    ? store.integrations.by('project_id', project.id)
    : store.integrations.by('group_id', group.id)
}

/** Finds an integration by slug; undefined where it was never set up. */
export function integrationOf(
  context: WithStore,
  owner: IntegrationOwner,
  slug: string,
): IntegrationRecord | undefined {
  return integrationsOf(context, owner).find((one) => one.slug === slug)
}

/** Returns the effective settings of an integration: its own, or those of the nearest group that has some. */
export function settingsInForce(context: WithStore, own: IntegrationRecord): IntegrationRecord {
  return (own.inherits && inheritedBy(context, own)) || own
}

function inheritedBy(
  { store }: WithStore,
  { project_id, group_id, slug }: IntegrationRecord,
): IntegrationRecord | undefined {
  const project = store.projects.get(project_id ?? 0)
  const group = store.namespaces.get(group_id ?? 0)
  const above = project ? groupsAbove(store, project) : group ? ancestorsOf(store, group) : []
  return above
    .map((one) => integrationOf({ store }, { group: one }, slug))
    .find((one) => one?.is_active && !one.inherits)
}

/** Throws for an unknown integration, one that groups cannot have or the API cannot set up, and for invalid fields. */
export function checkIntegration(
  context: WithStore,
  owner: IntegrationOwner,
  kinds: Kinds,
  slug: string,
  { use_inherited_settings, ...request }: IntegrationRequest,
): void {
  const kind = Object.hasOwn(kinds, slug) ? kinds[slug] : undefined
  if (!kind) throw unknownRoute()
  if (owner.group && !isOfGroups(slug)) throw badRequest('Integration not available')
  if (use_inherited_settings !== true) {
    const missing = kind.required.filter((name) => request[name] === undefined)
    if (missing.length > 0) {
      throw wrongParameters(missing.map((name) => ({ name, problem: 'is missing' })))
    }
  }
  if (slug === SET_UP_IN_SLACK && !integrationOf(context, owner, slug)) {
    throw refusedWith(422, `You cannot create the ${kind.title} integration from the API`)
  }
  const names = [...kind.required, ...kind.optional]
  const given = names.filter((name) => request[name] !== undefined)
  checkNoErrors(
    Object.fromEntries(
      given.map((name) => [name, fieldErrors(name, request[name], kind.required.includes(name))]),
    ),
  )
}

/** The slug of the integration that is set up by its installation in Slack, not by the API. */
const SET_UP_IN_SLACK = 'gitlab-slack-application'

function fieldErrors(name: string, value: Fields[string] | undefined, isRequired: boolean) {
  if (typeof value !== 'string') return []
  if (value.trim() === '') return isRequired ? ["can't be blank"] : []
  const isAddress = name === 'webhook' || name === 'url' || name.endsWith('_url')
  return isAddress && !isWebAddress(value)
    ? ['is blocked: Only allowed schemes are http, https']
    : []
}

/** Sets up and activates an integration; omitted fields stay as they are. */
export function setIntegration(
  { store, now }: Pick<SystemContext, 'store' | 'now'>,
  owner: IntegrationOwner,
  kinds: Kinds,
  slug: string,
  request: IntegrationRequest,
): IntegrationRecord {
  const before = integrationOf({ store }, owner, slug)
  const kind = kinds[slug]
  const fields = { ...before?.fields }
  for (const name of [...(kind?.required ?? []), ...(kind?.optional ?? [])]) {
    const value = request[name]
    if (value !== undefined) fields[name] = value
  }
  const events = { ...before?.events }
  for (const name of Object.keys(defaultEvents)) {
    const value = request[name]
    if (typeof value === 'boolean') events[name] = value
  }
  const inherits = request.use_inherited_settings === true
  const said = { is_active: true, inherits, fields, events, updated_at: now }
  if (before) return store.integrations.replace(before, said)
  const { project, group } = owner
  return store.integrations.insert({
    ...said,
    project_id: project?.id ?? null,
    group_id: group?.id ?? null,
    slug,
    created_at: now,
  })
}

/** Deactivates an integration, and removes its settings. */
export function disableIntegration(
  { store, now }: Pick<SystemContext, 'store' | 'now'>,
  integration: IntegrationRecord,
): void {
  const off = { is_active: false, inherits: false, fields: {}, updated_at: now }
  store.integrations.replace(integration, off)
}
