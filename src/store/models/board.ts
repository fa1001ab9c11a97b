import { z } from '../../shared/zod.ts'

/** A board of the issues of a project or of a group. */
export const boardModel = z.object({
  id: z.int(),
  /** One of the two is set. */
  project_id: z._default(z.nullable(z.int()), null),
  group_id: z._default(z.nullable(z.int()), null),
  name: z._default(z.string(), 'Development'),
  hide_backlog_list: z._default(z.boolean(), false),
  hide_closed_list: z._default(z.boolean(), false),
})

/** A list of a board: the open issues with a label. */
export const boardListModel = z.object({
  id: z.int(),
  board_id: z.int(),
  label_id: z.int(),
  /** From 0, from left to right. */
  position: z._default(z.int(), 0),
})

/** A record of `forge.db.boards`: a board of issues. */
export type BoardRecord = z.output<typeof boardModel>
/** A record of `forge.db.boardLists`: a list of a board. */
export type BoardListRecord = z.output<typeof boardListModel>
