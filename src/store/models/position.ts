import { z } from '../../shared/zod.ts'

/** The first or the last line of a range of lines of a diff. */
const lineEnd = z.object({
  line_code: z.nullable(z.string()),
  type: z.nullable(z.enum(['new', 'old'])),
  old_line: z.nullable(z.int()),
  new_line: z.nullable(z.int()),
})

/** A position in a diff (schemas/v4/resources/position.json). */
export const positionModel = z.object({
  base_sha: z.string(),
  start_sha: z.string(),
  head_sha: z.string(),
  position_type: z.enum(['text', 'image', 'file']),
  old_path: z.nullable(z.string()),
  new_path: z.nullable(z.string()),
  /** The number of a removed or unchanged line. */
  old_line: z.nullable(z.int()),
  /** The number of an added or unchanged line. */
  new_line: z.nullable(z.int()),
  line_range: z.nullable(z.object({ start: lineEnd, end: lineEnd })),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  x: z.nullable(z.number()),
  y: z.nullable(z.number()),
})

/** The position of a comment in a diff. */
export type Position = z.output<typeof positionModel>
