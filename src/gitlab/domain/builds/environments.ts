import { forbidden } from '../../../contract/errors.ts'
import type { EnvironmentRecord } from '../../../store/models/environment.ts'
import type { ProjectContext, SystemContext } from '../context.ts'
import { checkNoErrors, isWebAddress, lengthErrors } from '../validation.ts'

const MAX_SLUG_LENGTH = 24
const suffixLength = 6

/**
 * Returns the slug of an environment for host names: at most 24 lower-case letters, digits and dashes, with a letter
 * first. Where the name had to be changed, a suffix of the id makes the slug unique.
 */
export function environmentSlug({ id, name }: Pick<EnvironmentRecord, 'id' | 'name'>): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '-')
  const lettered = /^[a-z]/.test(plain) ? plain : `env-${plain}`
  const slug = lettered.slice(0, MAX_SLUG_LENGTH).replace(/-$/, '')
  if (slug === name) return slug
  const suffix = id.toString(36).padStart(suffixLength, '0').slice(-suffixLength)
  return `${slug.slice(0, MAX_SLUG_LENGTH - suffixLength - 1)}-${suffix}`
}

/** The tiers by patterns of names (`guess_tier` in app/models/environment.rb). */
const tiers = [
  ['development', /dev|review|trunk/i],
  ['testing', /test|tst|int|acce?pt|qa|qc|control|quality/i],
  ['staging', /sta?g|mode?l|pre|demo|non/i],
  ['production', /pro?d|live/i],
] as const

/** Returns the tier of an environment; the default follows from its name. */
export function environmentTier({
  tier,
  name,
}: EnvironmentRecord): NonNullable<EnvironmentRecord['tier']> {
  return tier ?? tiers.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other'
}

/** The attributes of an environment in a request, except its name. */
export type EnvironmentAttributes = Partial<
  Pick<EnvironmentRecord, 'external_url' | 'tier' | 'description' | 'auto_stop_setting'>
>

/** The attributes of a new environment; one of a seed can be stopped. */
export type NewEnvironment = Pick<EnvironmentRecord, 'project_id' | 'name'> &
  EnvironmentAttributes &
  Partial<Pick<EnvironmentRecord, 'state' | 'auto_stop_at'>>

/** Finds an environment of a project by name. */
export function environmentOfName(
  { store }: Pick<SystemContext, 'store'>,
  projectId: number,
  name: string,
): EnvironmentRecord | undefined {
  return store.environments.by('project_id', projectId).find((one) => one.name === name)
}

/** Throws 400 for a name that is invalid or taken. */
export function checkEnvironmentName(context: ProjectContext, name: string): void {
  const isTaken = environmentOfName(context, context.project.id, name) !== undefined
  checkNoErrors({
    name: [...environmentNameErrors(name), ...(isTaken ? ['has already been taken'] : [])],
  })
}

/** Returns the errors of the name of an environment. */
export function environmentNameErrors(name: string): string[] {
  const isName = /^(?!\/)[\w\-/${}. ]*$/.test(name) && !name.endsWith('/')
  return [
    ...(name === '' ? ["can't be blank"] : []),
    ...lengthErrors(name, 255),
    ...(isName
      ? []
      : [
          "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', and spaces, but it cannot start or end with '/'",
        ]),
  ]
}

/** Throws 400 for an invalid URL. */
export function checkEnvironment({ external_url: address }: EnvironmentAttributes): void {
  if (!address) return
  checkNoErrors({
    external_url: [
      ...lengthErrors(address, 255),
      ...(isWebAddress(address) ? [] : ['must be a valid URL']),
    ],
  })
}

/** Adds an environment without deployments. */
export function createEnvironment(
  { store, now }: SystemContext,
  { project_id, name, ...attributes }: NewEnvironment,
): EnvironmentRecord {
  return store.environments.insert({
    project_id,
    name,
    created_at: now,
    updated_at: now,
    ...attributes,
  })
}

export function changeEnvironment(
  { store, now }: SystemContext,
  environment: EnvironmentRecord,
  attributes: EnvironmentAttributes & Partial<Pick<EnvironmentRecord, 'name'>>,
): EnvironmentRecord {
  return store.environments.replace(environment, { ...attributes, updated_at: now })
}

/** Stops an environment; a successful deployment to it starts it again. */
export function stopEnvironment(
  { store, now }: SystemContext,
  environment: EnvironmentRecord,
): EnvironmentRecord {
  if (environment.state === 'stopped') return environment
  return store.environments.replace(environment, {
    state: 'stopped',
    auto_stop_at: null,
    updated_at: now,
  })
}

/** Throws 403 for an environment that is not stopped. */
export function checkRemovalOfEnvironment({ state }: EnvironmentRecord): void {
  if (state !== 'stopped') throw forbidden()
}

/** Returns the stopped review apps that were created before a time, by default 30 days ago. */
export function removableReviewApps(
  { store, project, now }: ProjectContext,
  before = new Date(Date.parse(now) - 30 * 86_400_000).toISOString(),
): EnvironmentRecord[] {
  return store.environments
    .by('project_id', project.id)
    .filter(
      ({ name, state, created_at }) =>
        state === 'stopped' &&
        name.startsWith('review/') &&
        Date.parse(created_at) < Date.parse(before),
    )
}

/** Removes an environment with its deployments. */
export function removeEnvironment({ store }: SystemContext, environment: EnvironmentRecord): void {
  store.deployments.removeAll(store.deployments.by('environment_id', environment.id))
  store.environments.remove(environment)
}
