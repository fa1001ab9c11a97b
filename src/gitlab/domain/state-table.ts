/** One event: the states in which it is allowed, and the state that it leads to. */
export interface Transition<State extends string> {
  readonly from: readonly State[]
  readonly to: State
}

/**
 * The states of a record as data: every event that changes the state, with one transition each.
 * || @example
 * const states = {
 *   close: { from: ['opened', 'reopened'], to: 'closed' },
 *   reopen: { from: ['closed'], to: 'reopened' },
 * } as const satisfies StateTable<'opened' | 'closed' | 'reopened'>
 */
export type StateTable<State extends string, Event extends string = string> = Readonly<
  Record<Event, Transition<State>>
>

/**
 * Returns the state after an event; undefined where the table does not allow the event in that state. The caller
 * decides whether that is an error.
 * || @example next(states, 'opened', 'close') // 'closed'
 */
export function next<State extends string, Event extends string>(
  table: StateTable<State, Event>,
  state: State,
  event: Event,
): State | undefined {
  const { from, to } = table[event]
  return from.includes(state) ? to : undefined
}
