import { recordNotFound } from '../../../contract/errors.ts'
import type { TopicRecord } from '../../../store/models/topic.ts'
import type { Context } from '../../domain/context.ts'
import {
  changeTopic,
  checkTopic,
  createTopic,
  mergeTopic,
  projectCounts,
  removeTopic,
} from '../../domain/projects/topics.ts'
import { checkAvatar, setAvatar } from '../../domain/uploads.ts'
import { topicResource } from '../../resources/v4/topic.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { matches } from '../search.ts'

/** The operations of schemas/v4/paths/topics.yaml. */
export const topics = {
  listTopics(context, { search, without_projects, organization_id = 1 }) {
    const { store } = context
    const countOf = projectCounts(store)
    const found = store.topics
      .all()
      .map((topic) => ({ topic, count: countOf(topic) }))
      .filter(
        ({ topic, count }) =>
          organization_id === 1 &&
          (!without_projects || count === 0) &&
          matches(search, topic.name, topic.title),
      )
      .sort((one, other) => other.count - one.count || one.topic.id - other.topic.id)
    return list(found, ({ topic }) => topicResource(topic, context, countOf))
  },

  getTopic: (context, { id }) => topicResource(topicOf(context, id), context),

  createTopic(context, { avatar, ...attributes }) {
    checkTopic(context, attributes)
    checkAvatar(context, avatar)
    const topic = createTopic(context, attributes)
    setAvatar(context, { kind: 'topic', record: topic }, avatar)
    return topicResource(topicOf(context, topic.id), context)
  },

  updateTopic(context, { id, avatar, ...attributes }) {
    const topic = topicOf(context, id)
    checkTopic(context, attributes, topic)
    checkAvatar(context, avatar)
    setAvatar(context, { kind: 'topic', record: changeTopic(context, topic, attributes) }, avatar)
    return topicResource(topicOf(context, id), context)
  },

  deleteTopic(context, { id }) {
    removeTopic(context, topicOf(context, id))
    return undefined
  },

  mergeTopics(context, { source_topic_id, target_topic_id }) {
    const source = topicOf(context, source_topic_id)
    const target = topicOf(context, target_topic_id)
    mergeTopic(context, source, target)
    return topicResource(target, context)
  },
} satisfies OperationsOf<'v4', 'Topics'>

function topicOf({ store }: Context, id: number): TopicRecord {
  const topic = store.topics.get(id)
  if (!topic) throw recordNotFound()
  return topic
}
