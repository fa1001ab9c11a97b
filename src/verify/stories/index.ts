import type { Story } from '../story/story.ts'
import { blocking } from './users/blocking.ts'

/** All stories. One file a story, in a folder a resource; their order says nothing. */
export const stories: readonly Story[] = [blocking]
