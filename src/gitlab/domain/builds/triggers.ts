import { recordNotFound, refused, wrongParameters } from '../../../contract/errors.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { TriggerRecord } from '../../../store/models/trigger.ts'
import type { Context, ProjectContext, SystemContext } from '../context.ts'
import { secret } from '../secret.ts'

const PREFIX = 'glptt-'

/** Returns a trigger of a project. Throws 404 where it is missing. */
export function existingTrigger({ store, project }: ProjectContext, id: number): TriggerRecord {
  const trigger = store.triggers.get(id)
  if (trigger?.project_id !== project.id) throw recordNotFound()
  return trigger
}

/** The attributes of a new trigger; the token defaults to a generated one. */
export interface NewTrigger extends Pick<TriggerRecord, 'description'> {
  readonly token?: string | undefined
  readonly expires_at?: string | null | undefined
}

/** Creates a trigger, which starts pipelines as the caller. */
export function createTrigger(
  context: Context,
  project: ProjectRecord,
  { description, token, expires_at = null }: NewTrigger,
): TriggerRecord {
  const { store, viewer, now } = context
  return store.triggers.insert({
    project_id: project.id,
    owner_id: viewer.signedIn().id,
    token: token ?? `${PREFIX}${secret(context)}`,
    description,
    expires_at,
    created_at: now,
    updated_at: now,
  })
}

export function changeTrigger(
  { store, now }: SystemContext,
  trigger: TriggerRecord,
  description: string,
): TriggerRecord {
  return store.triggers.replace(trigger, { description, updated_at: now })
}

/** Removes triggers. The pipelines that they started stay. */
export function removeTriggers(
  { store }: Pick<SystemContext, 'store'>,
  triggers: readonly TriggerRecord[],
): void {
  const started = triggers.flatMap(({ id }) => store.pipelines.by('trigger_id', id))
  store.pipelines.replaceAll(started, { trigger_id: null })
  store.triggers.removeAll(triggers)
}

/** Finds the trigger of a project by token, unless it has expired. */
export function triggerOfToken(
  { store, now }: SystemContext,
  project: ProjectRecord,
  token: string,
): TriggerRecord | undefined {
  const trigger = store.triggers.one('token', token)
  if (trigger?.project_id !== project.id) return undefined
  const { expires_at } = trigger
  return expires_at !== null && Date.parse(expires_at) <= Date.parse(now) ? undefined : trigger
}

export function recordUse({ store, now }: SystemContext, trigger: TriggerRecord): void {
  store.triggers.replace(trigger, { last_used_at: now })
}

/** Returns the visible part of a token: the first characters after the common prefix. */
export function beginningOfToken(token: string): string {
  const from = token.startsWith(PREFIX) ? PREFIX.length : 0
  return token.slice(from, from + 4)
}

/** Returns the variables of a trigger request. Throws 400 for invalid ones. */
export function givenByTrigger(variables: object): PipelineRecord['variables'] {
  if (Array.isArray(variables))
    throw wrongParameters([{ name: 'variables', problem: 'is invalid' }])
  return Object.entries(variables).map(([key, value]) => {
    if (typeof value !== 'string') {
      throw refused('variables needs to be a map of key-valued strings')
    }
    return { key, value, variable_type: 'env_var' }
  })
}
