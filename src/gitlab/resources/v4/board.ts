import type { Board, BoardList } from '../../../contract/generated/v4/contract.ts'
import type { BoardListRecord, BoardRecord } from '../../../store/models/board.ts'
import { listsOf } from '../../domain/boards/lists.ts'
import type { Presentation } from '../../domain/context.ts'
import { labelBasic } from './label.ts'
import { projectBasic } from './project.ts'

/** Returns a board (schemas/v4/resources/board.json). */
export function boardResource(board: BoardRecord, presentation: Presentation): Board {
  const { store, addresses } = presentation
  const project = store.projects.get(board.project_id ?? 0)
  const group = store.namespaces.get(board.group_id ?? 0)
  return {
    id: board.id,
    name: board.name,
    hide_backlog_list: board.hide_backlog_list,
    hide_closed_list: board.hide_closed_list,
    project: project ? projectBasic(project, presentation) : null,
    lists: listsOf(presentation, board).map((list) => boardListResource(list, presentation)),
    ...(group && {
      group: { id: group.id, name: group.name, web_url: addresses.group(group) },
    }),
  }
}

/** Returns a list of a board (schemas/v4/resources/board-list.json). */
export function boardListResource(
  { id, label_id, position }: BoardListRecord,
  presentation: Presentation,
): BoardList {
  const label = presentation.store.labels.get(label_id)
  return { id, label: label ? labelBasic(label, presentation) : null, position, list_type: 'label' }
}
