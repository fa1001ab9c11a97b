import { badRequest } from '../../../contract/errors.ts'
import type { ApplicationSettingsRecord } from '../../../store/models/application-settings.ts'
import { folded } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import { findProject } from '../find.ts'

export type FeatureRecord = ApplicationSettingsRecord['features'][number]

/** The value of a feature flag in a request, and its actors; names are separated by commas. */
export interface FeatureRequest {
  readonly value: string
  readonly key?: 'percentage_of_actors' | 'percentage_of_time'
  readonly feature_group?: string
  readonly user?: string
  readonly group?: string
  readonly namespace?: string
  readonly project?: string
  readonly repository?: string
  readonly runner?: string
  readonly force?: boolean
}

/**
 * Throws 400 for an invalid value, and for an undefined flag unless it is forced. Forgery defines no flags of its own.
 */
export function checkFeature(context: Context, name: string, request: FeatureRequest): void {
  if (!request.force && !featureOf(context, name)) {
    throw badRequest(`Feature flag '${name}' is not defined`)
  }
  if (!/^(true|false|\d{1,3})$/.test(request.value)) {
    throw badRequest('value must be true, false or a percentage')
  }
  actorsOf(context, request)
}

/** Finds a feature flag that was set. */
function featureOf(
  { settings }: Pick<Context, 'settings'>,
  name: string,
): FeatureRecord | undefined {
  return settings.features.find((one) => one.name === name)
}

/** Sets a feature flag for everyone, or for the given actors. */
export function setFeature(context: Context, name: string, request: FeatureRequest): FeatureRecord {
  const before = featureOf(context, name) ?? {
    name,
    boolean: false,
    percentage_of_time: null,
    percentage_of_actors: null,
    actors: [],
    groups: [],
  }
  const after = { ...before, ...changesOf(context, before, request) }
  const { store, settings } = context
  const others = settings.features.filter((one) => one.name !== name)
  store.settings.replace(settings, { features: [...others, after] })
  return after
}

/** Removes a feature flag. */
export function removeFeature({ store, settings }: Context, name: string): void {
  const features = settings.features.filter((one) => one.name !== name)
  if (features.length < settings.features.length) store.settings.replace(settings, { features })
}

function changesOf(
  context: Context,
  before: FeatureRecord,
  request: FeatureRequest,
): Partial<FeatureRecord> {
  const { value, key = 'percentage_of_time' } = request
  const groups = namesIn(request.feature_group)
  const actors = actorsOf(context, request)
  if (/^\d+$/.test(value)) return { [key]: Number(value) }
  if (groups.length > 0 || actors.length > 0) {
    const isOn = value === 'true'
    return {
      groups: changed(before.groups, groups, isOn),
      actors: changed(before.actors, actors, isOn),
    }
  }
  // A value for everyone or for no one replaces those of single actors.
  const isOn = { boolean: value === 'true' }
  return { ...isOn, percentage_of_time: null, percentage_of_actors: null, actors: [], groups: [] }
}

function changed(before: readonly string[], named: readonly string[], isOn: boolean): string[] {
  const others = before.filter((one) => !named.includes(one))
  return isOn ? [...others, ...named] : others
}

function namesIn(text = ''): string[] {
  return text.split(',').filter((name) => name !== '')
}

/** Returns the given actors, each as its kind and its id. Throws 400 for an unknown one. */
function actorsOf(context: Context, request: FeatureRequest): string[] {
  const { store } = context
  const find = (
    kind: string,
    text: string | undefined,
    idOf: (name: string) => number | undefined,
  ) =>
    namesIn(text).map((name) => {
      const id = idOf(name)
      if (id === undefined) throw badRequest(`${name} is not found!`)
      return `${kind}:${id}`
    })
  const namespaceId = (kind?: string) => (name: string) => {
    const found = store.namespaces.one('full_path', folded(name))
    return kind === undefined || found?.kind === kind ? found?.id : undefined
  }
  const projectId = (name: string) => findProject(store, name)?.id
  return [
    ...find('User', request.user, (name) => store.users.one('username', folded(name))?.id),
    ...find('Group', request.group, namespaceId('group')),
    ...find('Namespace', request.namespace, namespaceId()),
    ...find('Project', request.project, projectId),
    ...find('Repository', request.repository, projectId),
    ...find('Runner', request.runner, (id) => store.runners.get(Number(id))?.id),
  ]
}
