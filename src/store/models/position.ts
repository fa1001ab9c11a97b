import { z } from '../../shared/zod.ts'

/** An end of several lines of a diff. */
const lineEnd = z.object({
  line_code: z.nullable(z.string()),
  type: z.nullable(z.enum(['new', 'old'])),
  old_line: z.nullable(z.int()),
  new_line: z.nullable(z.int()),
})

/** A place in a diff (schemas/v4/resources/position.json). */
export const positionModel = z.object({
  base_sha: z.string(),
  start_sha: z.string(),
  head_sha: z.string(),
  position_type: z.enum(['text', 'image', 'file']),
  old_path: z.nullable(z.string()),
  new_path: z.nullable(z.string()),
  /** Of a line that was taken away, or that is on both sides. */
  old_line: z.nullable(z.int()),
  /** Of a line that was added, or that is on both sides. */
  new_line: z.nullable(z.int()),
  line_range: z.nullable(z.object({ start: lineEnd, end: lineEnd })),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  x: z.nullable(z.number()),
  y: z.nullable(z.number()),
})

/** Where in a diff a comment is. */
export type Position = z.output<typeof positionModel>
