import { readTime } from '../../contract/time.ts'
import { createBroadcastMessage } from '../../gitlab/domain/broadcast-messages.ts'
import { omitUndefined } from '../../gitlab/domain/changes.ts'
import { createInstanceVariable } from '../../gitlab/domain/instance-variables.ts'
import { createTopic } from '../../gitlab/domain/projects/topics.ts'
import { folded } from '../../store/record-keys.ts'
import type { ReadSeed } from '../schema.ts'
import { each, type Loading } from './loading.ts'

type SeedVariable = NonNullable<ReadSeed['instance_variables']>[number]
type SeedMessage = NonNullable<ReadSeed['broadcast_messages']>[number]
type SeedTopic = NonNullable<ReadSeed['topics']>[number]

/** Loads the records of the instance besides its settings: topics, variables of all jobs, and broadcast messages. */
export function loadInstance(loading: Loading, seed: ReadSeed): void {
  each(seed.topics, 'topics', (topic, path) => loadTopic(loading, topic, path))
  each(seed.instance_variables, 'instance_variables', (variable, path) =>
    loadVariable(loading, variable, path),
  )
  for (const message of seed.broadcast_messages ?? []) loadMessage(loading, message)
}

function loadMessage(
  loading: Loading,
  { starts_at, ends_at, dismissable, ...message }: SeedMessage,
) {
  const begins = starts_at && readTime(starts_at)
  createBroadcastMessage(loading.alone(begins || loading.timeWithin()), {
    ...message,
    ends_at: ends_at && readTime(ends_at),
    is_dismissable: dismissable,
  })
}

function loadTopic(loading: Loading, { name, title = name, description }: SeedTopic, path: string) {
  const context = loading.alone(loading.timeWithin())
  if (context.store.topics.one('name', folded(name))) {
    loading.problems.push({ path: `${path}.name`, reason: `"${name}" is there twice`, name })
    return
  }
  createTopic(context, { name, title, ...omitUndefined({ description }) })
}

function loadVariable(loading: Loading, variable: SeedVariable, path: string) {
  const { store } = loading
  const { key, value, type, masked, raw, description } = variable
  if (store.instanceVariables.one('key', key)) {
    loading.problems.push({ path: `${path}.key`, reason: `"${key}" is there twice`, name: key })
    return
  }
  const marks = { is_protected: variable.protected, is_masked: masked, is_raw: raw }
  const others = omitUndefined({ variable_type: type, description, ...marks })
  createInstanceVariable({ store }, { key, value, ...others })
}
