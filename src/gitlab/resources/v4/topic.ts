import type { Topic } from '../../../contract/generated/v4/contract.ts'
import type { TopicRecord } from '../../../store/models/topic.ts'
import type { Presentation } from '../../domain/context.ts'
import { projectCounts } from '../../domain/projects/topics.ts'

/** Returns a topic with the number of its projects (schemas/v4/resources/topic.json). */
export function topicResource(
  topic: TopicRecord,
  { store, addresses }: Pick<Presentation, 'store' | 'addresses'>,
  countOf = projectCounts(store),
): Topic {
  return {
    id: topic.id,
    name: topic.name,
    title: topic.title,
    description: topic.description,
    total_projects_count: countOf(topic),
    organization_id: 1,
    avatar_url: addresses.avatar(topic.avatar_url),
  }
}
