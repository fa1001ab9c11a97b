import { refused } from '../../../contract/errors.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { TopicRecord } from '../../../store/models/topic.ts'
import { folded } from '../../../store/record-keys.ts'
import type { Store } from '../../../store/store.ts'
import type { SystemContext } from '../context.ts'
import { removeUploads } from '../uploads.ts'
import { checkNoErrors, lengthErrors } from '../validation.ts'

/** The attributes of a topic that can be written. */
export interface TopicAttributes {
  readonly name?: string
  readonly title?: string
  readonly description?: string | null
}

type Changes = Pick<SystemContext, 'store' | 'now'>

/** Throws 400 for an empty or too long name or title, and for a duplicate name. */
export function checkTopic(
  { store }: Pick<SystemContext, 'store'>,
  { name, title }: TopicAttributes,
  topic?: TopicRecord,
): void {
  const other = name === undefined ? undefined : store.topics.one('name', folded(name))
  const isTaken = other !== undefined && other !== topic
  checkNoErrors({
    name: [...textErrors(name), ...(isTaken ? ['has already been taken'] : [])],
    title: textErrors(title),
  })
}

function textErrors(text: string | undefined): string[] {
  if (text === undefined) return []
  return text.trim() === '' ? ["can't be blank"] : lengthErrors(text, 255)
}

export function createTopic(
  { store, now }: Changes,
  attributes: TopicAttributes & { readonly name: string },
): TopicRecord {
  return store.topics.insert({ ...attributes, created_at: now, updated_at: now })
}

/** Changes a topic. A renamed topic keeps its projects. */
export function changeTopic(
  { store, now }: Changes,
  topic: TopicRecord,
  attributes: TopicAttributes,
): TopicRecord {
  const { name = topic.name } = attributes
  if (name !== topic.name) replaceTopic(store, topic.name, [name])
  return store.topics.replace(topic, { ...attributes, updated_at: now })
}

export function removeTopic({ store }: Changes, topic: TopicRecord): void {
  replaceTopic(store, topic.name, [])
  removeUploads({ store }, 'topic', topic.id)
  store.topics.remove(topic)
}

/** Merges a topic into another: moves its projects there and removes it. Throws 400 where both are the same. */
export function mergeTopic({ store }: Changes, source: TopicRecord, target: TopicRecord): void {
  if (source === target) {
    throw refused('The source topic and the target topic are identical.')
  }
  replaceTopic(store, source.name, [target.name])
  removeUploads({ store }, 'topic', source.id)
  store.topics.remove(source)
}

/** Creates the missing topics for the names of a project. The title defaults to the name. */
export function ensureTopics({ store, now }: Changes, names: readonly string[]): void {
  for (const name of names) {
    if (store.topics.one('name', folded(name))) continue
    createTopic({ store, now }, { name, title: name })
  }
}

/** Returns a function that counts the projects of a topic. It scans all projects once, for any number of topics. */
export function projectCounts(store: Store): (topic: TopicRecord) => number {
  const counts = new Map<string, number>()
  for (const { tag_list } of store.projects.all()) {
    for (const name of new Set(tag_list.map(folded))) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return ({ name }) => counts.get(folded(name)) ?? 0
}

function hasTopic({ tag_list }: ProjectRecord, name: string): boolean {
  return tag_list.some((one) => folded(one) === folded(name))
}

function replaceTopic(store: Store, name: string, replacements: readonly string[]): void {
  for (const project of store.projects.all()) {
    if (!hasTopic(project, name)) continue
    const others = project.tag_list.filter((one) => folded(one) !== folded(name))
    store.projects.replace(project, { tag_list: [...new Set([...others, ...replacements])] })
  }
}
