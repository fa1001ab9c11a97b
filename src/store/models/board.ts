import { z } from '../../shared/zod.ts'

/** An issue board of a project or of a group. */
export const boardModel = z.object({
  id: z.int(),
  /** Exactly one of the two is set. */
  project_id: z._default(z.nullable(z.int()), null),
  group_id: z._default(z.nullable(z.int()), null),
  name: z._default(z.string(), 'Development'),
  hide_backlog_list: z._default(z.boolean(), false),
  hide_closed_list: z._default(z.boolean(), false),
})

/** A list of a board: the open issues with a certain label. */
export const boardListModel = z.object({
  id: z.int(),
  board_id: z.int(),
  label_id: z.int(),
  /** Counted from 0, from left to right. */
  position: z._default(z.int(), 0),
})

/** A record of `forge.db.boards`: an issue board. */
export type BoardRecord = z.output<typeof boardModel>
/** A record of `forge.db.boardLists`: a list of a board. */
export type BoardListRecord = z.output<typeof boardListModel>
